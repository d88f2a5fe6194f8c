import type { ExpressionBuilder } from 'kysely';
import { localized, type ProfileDocument } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { Profile } from '../../contract.ts';
import type { Db, Tables } from '../../db/schema.ts';
import type { UserRow } from '../accounts/users.ts';

/** Converts a profile. One without a name is the account owner's and shows the account's name. */
function toProfile(document: ProfileDocument, owner: UserRow, locale: Locale): Profile {
  const firstName = document.firstName ?? owner.first_name;
  const lastName = document.lastName ?? owner.last_name;
  const { id, message, organization, previousStay } = localized(document, locale);
  return {
    id,
    title: `${firstName} ${lastName}`.trim(),
    message,
    data: { firstName, lastName, organization, previousStay },
  };
}

/** Matches profiles whose patient still lists this user as a supporter. */
function isStillShared(row: ExpressionBuilder<Tables, 'profiles'>) {
  return row.exists(
    row
      .selectFrom('supporters')
      .select('supporters.id')
      .whereRef('supporters.id', '=', 'profiles.shared_supporter_id')
      .whereRef('supporters.supporter_user_id', '=', 'profiles.user_id'),
  );
}

/** Returns a number that no profile of the user has; 2 is the demo's second patient. */
export async function nextProfileId(db: Db, userId: string): Promise<number> {
  const FIRST_SHARED = 3;
  const row = await db
    .selectFrom('profiles')
    .select((expression) => expression.fn.max('id').as('id'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Math.max(FIRST_SHARED, (row?.id ?? 0) + 1);
}

export async function listProfiles(db: Db, owner: UserRow, locale: Locale): Promise<Profile[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('document')
    .where('user_id', '=', owner.id)
    .where((row) => row.or([row('shared_supporter_id', 'is', null), isStillShared(row)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => toProfile(JSON.parse(row.document) as ProfileDocument, owner, locale));
}

export async function findProfile(db: Db, owner: UserRow, id: number, locale: Locale): Promise<Profile | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select('document')
    .where('user_id', '=', owner.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toProfile(JSON.parse(row.document) as ProfileDocument, owner, locale);
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
