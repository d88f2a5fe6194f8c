/** Staff accounts as identity providers know them. */
import type { Selectable, Updateable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import type { StaffIdentitiesTable } from '../../db/tables/identity-tables.ts';
import type { UserRow } from './users.ts';

/** An account with its identity. */
export type StaffIdentity = UserRow & Selectable<StaffIdentitiesTable> & { linked_at: string };

const identities = (db: Db, issuer: string) =>
  db
    .selectFrom('staff_identities')
    .innerJoin('users', 'users.id', 'staff_identities.user_id')
    .selectAll('staff_identities')
    .select('staff_identities.created_at as linked_at')
    .selectAll('users')
    .where('staff_identities.issuer', '=', issuer);

/** Returns the account that is linked to a subject of an issuer, also if it is disabled or deleted. */
export function findBySubject(db: Db, issuer: string, subject: string): Promise<StaffIdentity | undefined> {
  return identities(db, issuer).where('staff_identities.subject', '=', subject).executeTakeFirst();
}

/** Returns the account with this SCIM id, also if it is disabled or deleted. */
export function findIdentity(db: Db, issuer: string, userId: string): Promise<StaffIdentity | undefined> {
  return identities(db, issuer).where('staff_identities.user_id', '=', userId).executeTakeFirst();
}

/** @param userName in any case */
export function findByUserName(db: Db, issuer: string, userName: string): Promise<StaffIdentity | undefined> {
  return identities(db, issuer).where('staff_identities.user_name', '=', userName.toLowerCase()).executeTakeFirst();
}

/** Returns up to two accounts that SCIM created and no one has signed in to, with this SCIM id or email. */
export async function findUnused(
  db: Db,
  issuer: string,
  { scimId, email }: { scimId: string | undefined; email: string | undefined },
): Promise<StaffIdentity[]> {
  if (scimId === undefined && email === undefined) return [];
  return identities(db, issuer)
    .where('staff_identities.subject', 'is', null)
    .where(({ or, eb }) =>
      or([
        ...(scimId === undefined
          ? []
          : [
              eb('staff_identities.external_id', '=', scimId),
              eb('staff_identities.user_name', '=', scimId.toLowerCase()),
            ]),
        ...(email === undefined ? [] : [eb('users.email', '=', email)]),
      ]),
    )
    .limit(2)
    .execute();
}

/** Conditions of a SCIM query; undefined ones match everything. */
interface IdentityFilter {
  userName?: string | undefined;
  externalId?: string | undefined;
}

/** Returns a provider's accounts that aren't deleted, sorted by user name, and how many there are. */
export async function listIdentities(
  db: Db,
  issuer: string,
  { userName, externalId }: IdentityFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; page: StaffIdentity[] }> {
  const matching = identities(db, issuer)
    .where('users.deleted_at', 'is', null)
    .$if(userName !== undefined, (query) =>
      query.where('staff_identities.user_name', '=', (userName ?? '').toLowerCase()),
    )
    .$if(externalId !== undefined, (query) => query.where('staff_identities.external_id', '=', externalId ?? ''));
  const counted = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const page = await matching.orderBy('staff_identities.user_name').offset(offset).limit(limit).execute();
  return { total: Number(counted.count), page };
}

export async function insertIdentity(
  db: Db,
  identity: Pick<StaffIdentitiesTable, 'user_id' | 'issuer' | 'subject' | 'user_name' | 'external_id'>,
): Promise<void> {
  const values = { ...identity, user_name: identity.user_name.toLowerCase(), created_at: now() };
  await db.insertInto('staff_identities').values(values).execute();
}

export async function updateIdentity(
  db: Db,
  userId: string,
  changes: Updateable<Pick<StaffIdentitiesTable, 'subject' | 'user_name' | 'external_id' | 'scim_groups'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('staff_identities').set(changes).where('user_id', '=', userId).execute();
}

/** An account, with the names of the groups of which SCIM has made it a member. */
export interface StaffMember {
  id: string;
  userName: string;
  groups: readonly string[];
}

const groupsIn = (stored: string | null | undefined): string[] => (stored == null ? [] : JSON.parse(stored));

/** Returns a provider's accounts that aren't deleted, by user name. */
export async function listMembers(db: Db, issuer: string): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('staff_identities')
    .innerJoin('users', 'users.id', 'staff_identities.user_id')
    .select(['staff_identities.user_id', 'staff_identities.user_name', 'staff_identities.scim_groups'])
    .where('staff_identities.issuer', '=', issuer)
    .where('users.deleted_at', 'is', null)
    .orderBy('staff_identities.user_name')
    .execute();
  return rows.map((row) => ({ id: row.user_id, userName: row.user_name, groups: groupsIn(row.scim_groups) }));
}

/** Returns the names of the groups of which SCIM has made an account a member. */
export async function scimGroupsOf(db: Db, userId: string): Promise<string[]> {
  const row = await db
    .selectFrom('staff_identities')
    .select('scim_groups')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return groupsIn(row?.scim_groups);
}

/** Returns the issuer of the provider that an account is linked to; undefined if it is not linked. */
export async function issuerOf(db: Db, userId: string): Promise<string | undefined> {
  const query = db.selectFrom('staff_identities').select('issuer').where('user_id', '=', userId);
  return (await query.executeTakeFirst())?.issuer;
}
