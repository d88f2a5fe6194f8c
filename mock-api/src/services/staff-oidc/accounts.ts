/**
 * Accounts of people who sign in through a provider. The issuer and subject identify a person. An email alone never
 * does: it links an existing account only if the operator trusts the provider's verified emails, and only staff's.
 */
import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import type { OidcFailure } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { deleteAuthenticator } from '../../repositories/accounts/authenticators.ts';
import {
  findBySubject,
  findByUserName,
  findUnused,
  insertIdentity,
  issuerOf,
  type StaffIdentity,
  updateIdentity,
} from '../../repositories/accounts/identities.ts';
import { deletePasskeys } from '../../repositories/accounts/passkeys.ts';
import { endAllSessions } from '../../repositories/accounts/sessions.ts';
import {
  findUserByEmail,
  insertUser,
  isStaff,
  noEmail,
  STAFF,
  type UserRow,
  updateUser,
} from '../../repositories/accounts/users.ts';
import { newUser } from '../accounts/accounts.ts';
import { startWithoutDemo } from '../demo/demo.ts';
import { logStaffAct, type StaffObject } from '../desk/log.ts';
import type { Person } from './claims.ts';

/** Records what a provider did to an account, in the log of its owner. */
export const logProviderAct = (trx: Trx, object: StaffObject, userId: string, { id }: OidcProvider): Promise<void> =>
  logStaffAct(trx, null, { action: 'STAFF_CHANGED', object, subjects: [userId], objectId: id });

/**
 * Creates a staff account without a password.
 * @returns its id; undefined if the email already has an account
 */
export async function createStaff(
  trx: Trx,
  config: Config,
  provider: OidcProvider,
  person: Omit<Person, 'subject' | 'scimId'> & { subject: string | null; externalId?: string | undefined },
): Promise<string | undefined> {
  const id = randomUUID();
  const user = newUser({
    id,
    email: person.email ?? noEmail(id),
    contact_email: person.contactEmail ?? null,
    first_name: person.firstName,
    last_name: person.lastName,
    organization: provider.organization,
    role_type: STAFF,
    email_validated: 1,
  });
  if (!(await insertUser(trx, user))) return undefined;
  await startWithoutDemo(trx, id, config);
  await insertIdentity(trx, {
    user_id: id,
    issuer: provider.issuer,
    subject: person.subject,
    user_name: person.userName,
    external_id: person.externalId ?? null,
  });
  await logProviderAct(trx, 'provider-created', id, provider);
  return id;
}

/**
 * Links a staff account, which then signs in through the provider only: everything that opened it before ends. Without
 * that, someone who left the provider could still sign in.
 */
export async function linkStaff(
  trx: Trx,
  provider: OidcProvider,
  userId: string,
  identity: { subject: string | null; userName: string; externalId?: string | undefined },
): Promise<void> {
  await insertIdentity(trx, {
    user_id: userId,
    issuer: provider.issuer,
    subject: identity.subject,
    user_name: identity.userName,
    external_id: identity.externalId ?? null,
  });
  await updateUser(trx, userId, { password_hash: null });
  await deletePasskeys(trx, userId);
  await deleteAuthenticator(trx, userId);
  await endAllSessions(trx, userId);
  await logProviderAct(trx, 'provider-linked', userId, provider);
}

/** Returns the staff account with this email, if a provider with trusted emails may link it; else undefined. */
export async function findLinkable(
  trx: Trx,
  { trustsEmail }: OidcProvider,
  email: string | undefined,
): Promise<UserRow | undefined> {
  if (!trustsEmail || email === undefined) return undefined;
  const user = await findUserByEmail(trx, email);
  return user && isStaff(user) && (await issuerOf(trx, user.id)) === undefined ? user : undefined;
}

const isClosed = ({ deleted_at: deleted, disabled_at: disabled }: UserRow) => deleted !== null || disabled !== null;

/**
 * Returns the account that SCIM created for a person. No one has used it, so that taking a colleague's would show
 * nothing.
 */
async function findProvisioned(
  trx: Trx,
  { issuer }: OidcProvider,
  { scimId, email }: Person,
): Promise<StaffIdentity | undefined> {
  const [found, ...others] = await findUnused(trx, issuer, { scimId, email });
  return others.length === 0 ? found : undefined;
}

/** Creates the account of a person whom no one has provisioned. */
async function createFor(
  trx: Trx,
  config: Config,
  provider: OidcProvider,
  person: Person,
): Promise<UsedAccount | OidcFailure> {
  const sameName = await findByUserName(trx, provider.issuer, person.userName);
  // SCIM created it, and it isn't certain for whom: a second account could not be disabled by SCIM.
  if (sameName?.subject === null) return 'account-exists';
  const userName = sameName ? `${person.userName}#${person.subject}` : person.userName;
  const linkable = await findLinkable(trx, provider, person.email);
  if (linkable) {
    await linkStaff(trx, provider, linkable.id, { ...person, userName });
    return { userId: linkable.id };
  }
  const userId = await createStaff(trx, config, provider, { ...person, userName });
  return userId === undefined ? 'account-exists' : { userId };
}

interface UsedAccount {
  userId: string;
}

async function findOrCreate(
  trx: Trx,
  config: Config,
  provider: OidcProvider,
  person: Person,
): Promise<UsedAccount | OidcFailure> {
  const linked = await findBySubject(trx, provider.issuer, person.subject);
  const account = linked ?? (await findProvisioned(trx, provider, person));
  if (!account) return createFor(trx, config, provider, person);
  if (isClosed(account)) return 'closed';
  if (!linked) await updateIdentity(trx, account.user_id, { subject: person.subject });
  return { userId: account.user_id };
}

/**
 * Returns a person's account, which it creates or links if need be, or why they can't have one. Of two simultaneous
 * first sign-ins of one person, the later one can't create the account: it uses that of the other.
 */
export async function accountOf(
  db: Db,
  config: Config,
  provider: OidcProvider,
  person: Person,
): Promise<UsedAccount | OidcFailure> {
  const find = () => db.transaction().execute((trx) => findOrCreate(trx, config, provider, person));
  const isCreated = async () => (await findBySubject(db, provider.issuer, person.subject)) !== undefined;
  try {
    const account = await find();
    return account === 'account-exists' && (await isCreated()) ? find() : account;
  } catch (error) {
    if (await isCreated()) return find();
    throw error;
  }
}
