import type { Profile } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { localized, type ProfileDocument } from '../documents.ts';
import type { Locale } from '../i18n.ts';
import type { UserRow } from './users.ts';

/** A profile without a name of its own is the account's owner and shows the account's name. */
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

export async function listProfiles(db: Db, owner: UserRow, locale: Locale): Promise<Profile[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('document')
    .where('user_id', '=', owner.id)
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

/** Adds profiles; one that is there already stays as it is. */
export async function insertProfiles(db: Db, userId: string, documents: ProfileDocument[]): Promise<void> {
  if (documents.length === 0) return;
  await db
    .insertInto('profiles')
    .values(documents.map((document) => ({ user_id: userId, id: document.id, document: JSON.stringify(document) })))
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute();
}
