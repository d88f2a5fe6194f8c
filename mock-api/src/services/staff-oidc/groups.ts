/** Roles and wards of staff by the groups in which their provider says they are. */
import type { GroupRole } from '../../config/staff-groups.ts';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import { type Db, inTransaction } from '../../db/schema.ts';
import { scimGroupsOf } from '../../repositories/accounts/identities.ts';
import { endAllSessions } from '../../repositories/accounts/sessions.ts';
import { grantColumns, type StaffGrant } from '../../repositories/accounts/staff-roles.ts';
import { findAnyUser, lockUser, updateUser } from '../../repositories/accounts/users.ts';
import { logProviderAct } from './accounts.ts';
import { type Claims, groupsIn } from './claims.ts';

/** Returns what these groups give together; none of them: no role. Groups are compared exactly. */
function grantOfGroups(rules: readonly GroupRole[], groups: readonly string[]): StaffGrant {
  const given = rules.filter(({ group }) => groups.includes(group));
  const nursing = given.filter(({ role }) => role === 'nurse');
  const isEverywhere = nursing.length === 0 || nursing.some(({ wards }) => wards === null);
  return {
    roles: given.map(({ role }) => role),
    wards: isEverywhere ? null : nursing.flatMap(({ wards }) => wards ?? []),
  };
}

/**
 * Gives an account the roles of its groups, if the provider's settings map any. A change ends all sessions, so that
 * browsers forget what the person may no longer see.
 * @param claims of a sign-in or check; absent when SCIM changes the groups, or when a person leaves
 * @returns whether it changed
 */
export function applyGroups(db: Db, provider: OidcProvider, userId: string, claims: Claims = {}): Promise<boolean> {
  const { groups: rules, groupsFrom } = provider;
  if (!rules) return Promise.resolve(false);
  return inTransaction(db, async (trx) => {
    await lockUser(trx, userId);
    const groups = groupsFrom === 'scim' ? await scimGroupsOf(trx, userId) : groupsIn(claims, provider);
    const columns = grantColumns(grantOfGroups(rules, groups));
    const user = await findAnyUser(trx, userId);
    const isSame = user?.staff_roles === columns.staff_roles && user.staff_wards === columns.staff_wards;
    if (!user || isSame) return false;
    await updateUser(trx, userId, columns);
    await endAllSessions(trx, userId);
    await logProviderAct(trx, 'provider-roles', userId, provider);
    return true;
  });
}
