import { localized, type ProfileDocument } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { Profile, SupporterPermissions } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { fullName, type UserRow } from '../accounts/users.ts';

interface ProfileRow {
  document: string;
  /** What the patient shares; null for a profile that no other account shares. */
  permissions: string | null;
  /** Present name of the patient who shares it; null for a profile that no other account shares. */
  first_name: string | null;
  last_name: string | null;
}

/** Converts a profile. One without a name is the account owner's and shows the account's name. */
function toProfile(row: ProfileRow, owner: UserRow, locale: Locale): Profile {
  const { document, permissions } = row;
  const profile = JSON.parse(document) as ProfileDocument;
  const firstName = row.first_name ?? profile.firstName ?? owner.first_name;
  const lastName = row.last_name ?? profile.lastName ?? owner.last_name;
  const { id, message, organization, previousStay } = localized(profile, locale);
  return {
    id,
    title: fullName(firstName, lastName),
    message,
    data: { firstName, lastName, organization, previousStay },
    ...(permissions === null ? {} : { permissions: JSON.parse(permissions) as SupporterPermissions }),
  };
}

/**
 * Selects a user's profiles, each with the entry of the patient who still lists the user as a supporter. That of a
 * patient who is asked about the user again is left out.
 */
const profilesOf = (db: Db, userId: string) =>
  db
    .selectFrom('profiles')
    .leftJoin('supporters', (join) =>
      join
        .onRef('supporters.id', '=', 'profiles.shared_supporter_id')
        .onRef('supporters.supporter_user_id', '=', 'profiles.user_id'),
    )
    .leftJoin('users as patient', 'patient.id', 'supporters.user_id')
    .select(['profiles.document', 'supporters.permissions', 'patient.first_name', 'patient.last_name'])
    .where('profiles.user_id', '=', userId)
    .where(({ or, eb }) => or([eb('supporters.id', 'is', null), eb('supporters.status', '=', 'ACCEPTED')]));

/** Returns a number that no profile of the user has or had; 2 is the demo's second patient. */
export async function nextProfileId(db: Db, userId: string): Promise<number> {
  const FIRST_SHARED = 3;
  const row = await db
    .selectFrom('profiles')
    .select((expression) => expression.fn.max('id').as('id'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const ended = await db
    .selectFrom('ended_supports')
    .select((expression) => expression.fn.max('profile_id').as('id'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Math.max(FIRST_SHARED, (row?.id ?? 0) + 1, (ended?.id ?? 0) + 1);
}

export async function listProfiles(db: Db, owner: UserRow, locale: Locale): Promise<Profile[]> {
  const rows = await profilesOf(db, owner.id)
    .where((row) => row.or([row('profiles.shared_supporter_id', 'is', null), row('supporters.id', 'is not', null)]))
    .orderBy('profiles.id')
    .execute();
  return rows.map((row) => toProfile(row, owner, locale));
}

export async function findProfile(db: Db, owner: UserRow, id: number, locale: Locale): Promise<Profile | undefined> {
  const row = await profilesOf(db, owner.id).where('profiles.id', '=', id).executeTakeFirst();
  return row && toProfile(row, owner, locale);
}

/** Returns whether a profile is the account's own, not one that another account shares. */
export async function isOwnProfile(db: Db, userId: string, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('shared_supporter_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds profiles; existing ones are not changed. */
export async function insertProfiles(db: Db, userId: string, documents: ProfileDocument[]): Promise<void> {
  if (documents.length === 0) return;
  await db
    .insertInto('profiles')
    .values(
      documents.map(({ sharedBy, ...document }) => ({
        user_id: userId,
        id: document.id,
        shared_supporter_id: sharedBy ?? null,
        document: JSON.stringify(document),
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute();
}
