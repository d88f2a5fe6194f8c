/** Supporters of each patient, and the profiles that they share: permissions are read again for every request. */
import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import {
  type EarlierPermissions,
  localized,
  type SupporterBody,
  type SupporterDocument,
  type Text,
} from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { DeskSupporter, Supporter, SupporterPermissions } from '../../contract.ts';
import type { Db, SupporterRow, Trx } from '../../db/schema.ts';
import { fullName } from '../accounts/users.ts';
import { contentId } from '../care/content.ts';

/** Defaults: all on (docs/product-rules.md#supporters). */
export const ALL_PERMISSIONS: SupporterPermissions = {
  statusUpdates: true,
  medicalRecords: true,
  diagnosticResults: true,
  carePlans: true,
  feedback: true,
};

function toSupporter(row: SupporterRow, locale: Locale): Supporter {
  const { content, acceptedAt } = JSON.parse(row.document) as SupporterBody;
  return {
    ...localized({ content }, locale),
    ...(acceptedAt === undefined ? {} : { acceptedAt }),
    id: row.id,
    profileId: row.profile_id,
    name: row.name,
    status: row.status,
    permissions: JSON.parse(row.permissions) as SupporterPermissions,
  };
}

const supportersOf = (db: Db, userId: string) => db.selectFrom('supporters').selectAll().where('user_id', '=', userId);

export const listEntries = (db: Db, userId: string): Promise<SupporterRow[]> => supportersOf(db, userId).execute();

/** Returns the rows in which a user supports others. */
export const entriesOfSupporter = (db: Db, userId: string): Promise<SupporterRow[]> =>
  db.selectFrom('supporters').selectAll().where('supporter_user_id', '=', userId).execute();

export async function removeEntriesOfSupporter(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('supporters').where('supporter_user_id', '=', userId).execute();
}

/** Returns a user's supporters, in the order in which they were added. */
export async function listSupporters(db: Db, userId: string, locale: Locale): Promise<Supporter[]> {
  const rows = await supportersOf(db, userId).orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => toSupporter(row, locale));
}

export async function findSupporter(
  db: Db,
  userId: string,
  id: string,
  locale: Locale,
): Promise<Supporter | undefined> {
  const row = await supportersOf(db, userId).where('id', '=', id).executeTakeFirst();
  return row && toSupporter(row, locale);
}

/** Returns a patient's supporters as the desk sees them, in the order in which they were added. */
export async function deskSupporters(db: Db, userId: string): Promise<DeskSupporter[]> {
  const rows = await db
    .selectFrom('supporters')
    .leftJoin('users', 'users.id', 'supporters.supporter_user_id')
    .select(['supporters.id', 'supporters.name', 'supporters.status', 'users.first_name', 'users.last_name'])
    .where('supporters.user_id', '=', userId)
    .orderBy('supporters.created_at')
    .orderBy('supporters.id')
    .execute();
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    // Until they accept, the account may be another person's who has the number.
    account: (row.status === 'ACCEPTED' && fullName(first_name, last_name)) || null,
  }));
}

/** Returns whether this number is the one of a supporter who has accepted the user's invitation. */
export async function hasAcceptedPhone(db: Db, userId: string, digits: string): Promise<boolean> {
  const row = await supportersOf(db, userId)
    .where('phone_digits', '=', digits)
    .where('status', '=', 'ACCEPTED')
    .executeTakeFirst();
  return row !== undefined;
}

const isSame = (one: SupporterPermissions, other: SupporterPermissions) =>
  (Object.keys(ALL_PERMISSIONS) as (keyof SupporterPermissions)[]).every((name) => one[name] === other[name]);

/** Changes a supporter's permissions, and keeps those that an accepted supporter had before. The user is locked. */
export async function setPermissions(
  trx: Trx,
  userId: string,
  id: string,
  permissions: SupporterPermissions,
): Promise<boolean> {
  const row = await supportersOf(trx, userId).where('id', '=', id).executeTakeFirst();
  if (!row) return false;
  const before = JSON.parse(row.permissions) as SupporterPermissions;
  const document = JSON.parse(row.document) as SupporterBody;
  if (row.status === 'ACCEPTED' && !isSame(before, permissions)) {
    const others = (document.earlier ?? []).filter((earlier) => !isSame(earlier.permissions, before));
    document.earlier = [...others, { until: now(), permissions: before }];
  }
  await trx
    .updateTable('supporters')
    .set({ permissions: JSON.stringify(permissions), document: JSON.stringify(document) })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Stores an invited supporter and returns the id. */
export async function insertInvited(
  db: Db,
  userId: string,
  invited: {
    name: string;
    phoneDigits: string;
    supporterUserId: string | null;
    content: Text;
    permissions: SupporterPermissions;
  },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('supporters')
    .values({
      id,
      user_id: userId,
      profile_id: 1,
      name: invited.name,
      phone_digits: invited.phoneDigits,
      supporter_user_id: invited.supporterUserId,
      status: 'PENDING',
      permissions: JSON.stringify(invited.permissions),
      document: JSON.stringify({ content: invited.content } satisfies SupporterBody),
      created_at: now(),
    })
    .execute();
  return id;
}

export async function insertSupporters(
  db: Db,
  userId: string,
  documents: SupporterDocument[],
  time: string,
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ key, profileId, name, status, permissions, content }) => ({
    id: contentId(userId, key),
    user_id: userId,
    profile_id: profileId,
    name,
    phone_digits: null,
    supporter_user_id: null,
    status,
    permissions: JSON.stringify(permissions),
    document: JSON.stringify({ content } satisfies SupporterBody),
    created_at: time,
  }));
  await db.insertInto('supporters').values(rows).execute();
}

/** Replaces the text of a supporter entry, unless `document` is undefined. Returns whose entry it is. */
export function setSupporterContent(
  db: Db,
  id: string,
  document: SupporterBody | undefined,
): Promise<{ user_id: string; name: string } | undefined> {
  return db
    .updateTable('supporters')
    .set((expression) => ({ document: document ? JSON.stringify(document) : expression.ref('document') }))
    .where('id', '=', id)
    .returning(['user_id', 'name'])
    .executeTakeFirst();
}

/** Returns the ids of the users who currently support a patient. */
export async function acceptedSupporters(db: Db, userId: string): Promise<string[]> {
  const rows = await supportersOf(db, userId).where('status', '=', 'ACCEPTED').execute();
  return [...new Set(rows.flatMap(({ supporter_user_id: id }) => (id === null ? [] : [id])))];
}

/** A profile that a person sees as a supporter, and how much of it. */
export interface Share {
  /** Number of the profile in the supporter's account. */
  profileId: number;
  ownerId: string;
  permissions: SupporterPermissions;
}

const acceptedSharesWith = (db: Db, userId: string) =>
  db
    .selectFrom('profiles')
    .innerJoin('supporters', 'supporters.id', 'profiles.shared_supporter_id')
    .where('profiles.user_id', '=', userId)
    .where('supporters.supporter_user_id', '=', userId)
    .where('supporters.status', '=', 'ACCEPTED');

/** Returns the profiles that others share with this user, with the current permissions of each. */
export async function sharesWith(db: Db, userId: string): Promise<Share[]> {
  const rows = await acceptedSharesWith(db, userId)
    .select(['profiles.id as profileId', 'supporters.user_id as ownerId', 'supporters.permissions'])
    .orderBy('profiles.id')
    .execute();
  return rows.map(({ permissions, ...row }) => ({
    ...row,
    permissions: JSON.parse(permissions) as SupporterPermissions,
  }));
}

/** What a patient shared with a supporter before. */
interface EarlierShare {
  ownerId: string;
  firstName: string;
  earlier: EarlierPermissions[];
}

/** Returns what the patients who share with this user shared before they changed the permissions. */
export async function earlierSharesWith(db: Db, userId: string): Promise<EarlierShare[]> {
  const rows = await acceptedSharesWith(db, userId)
    .innerJoin('users', 'users.id', 'supporters.user_id')
    .select(['supporters.user_id as ownerId', 'users.first_name as firstName', 'supporters.document'])
    .execute();
  return rows.map(({ document, ...row }) => ({
    ...row,
    earlier: (JSON.parse(document) as SupporterBody).earlier ?? [],
  }));
}

/** Returns a patient's entry of a supporter, whether accepted or pending. */
export const findEntry = (db: Db, userId: string, id: string): Promise<SupporterRow | undefined> =>
  supportersOf(db, userId).where('id', '=', id).executeTakeFirst();

/** Returns the patient's entry of a user who supports the patient whom this profile of theirs shows. */
export function sharedEntry(db: Db, userId: string, profileId: number): Promise<SupporterRow | undefined> {
  return db
    .selectFrom('supporters')
    .innerJoin('profiles', 'profiles.shared_supporter_id', 'supporters.id')
    .selectAll('supporters')
    .where('profiles.user_id', '=', userId)
    .where('profiles.id', '=', profileId)
    .where('supporters.supporter_user_id', '=', userId)
    .executeTakeFirst();
}

/** Returns the number of the profile that an entry shares with a user, or undefined if it shares none yet. */
export async function sharedProfile(db: Db, userId: string, supporterId: string): Promise<number | undefined> {
  const profile = db
    .selectFrom('profiles')
    .where('user_id', '=', userId)
    .where('shared_supporter_id', '=', supporterId);
  return (await profile.select('id').executeTakeFirst())?.id;
}

/** Removes the profile that an entry shares from a user's account. */
export async function removeSharedProfile(db: Db, userId: string, supporterId: string): Promise<void> {
  const profile = db
    .deleteFrom('profiles')
    .where('user_id', '=', userId)
    .where('shared_supporter_id', '=', supporterId);
  await profile.execute();
}

/** Deletes a patient's entry of a supporter, and its links. */
export async function removeEntry(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('supporters').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Makes a supporter wait for the patient's yes, as after an invitation. */
export async function suspendEntry(db: Db, id: string): Promise<void> {
  await db.updateTable('supporters').set({ status: 'PENDING' }).where('id', '=', id).execute();
}

/** Marks a supporter's invitation as accepted. */
export async function acceptShare(db: Db, supporterId: string, userId: string): Promise<void> {
  await db
    .updateTable('supporters')
    .set({ status: 'ACCEPTED' })
    .where('id', '=', supporterId)
    .where('supporter_user_id', '=', userId)
    .execute();
}

/** Returns whose supporter this is, and the account and profile through which they read; null if there is none yet. */
export const readerOf = (db: Db, supporterId: string) =>
  db
    .selectFrom('supporters')
    .leftJoin('profiles', 'profiles.shared_supporter_id', 'supporters.id')
    .select([
      'supporters.user_id',
      'supporters.profile_id',
      'profiles.user_id as reader',
      'profiles.id as readerProfile',
    ])
    .where('supporters.id', '=', supporterId)
    .executeTakeFirst();

export interface ShareFrom {
  ownerId: string;
  supporterId: string;
  profileId: number;
  permissions: SupporterPermissions;
}

/** Returns the current supporters of these people, with the permissions of each. */
export async function sharesFrom(db: Db, owners: readonly string[]): Promise<ShareFrom[]> {
  if (owners.length === 0) return [];
  const rows = await db
    .selectFrom('supporters')
    .innerJoin('profiles', 'profiles.shared_supporter_id', 'supporters.id')
    .select(['supporters.user_id as ownerId', 'profiles.user_id as supporterId', 'profiles.id as profileId'])
    .select('supporters.permissions')
    .where('supporters.user_id', 'in', [...owners])
    .where('supporters.status', '=', 'ACCEPTED')
    .whereRef('supporters.supporter_user_id', '=', 'profiles.user_id')
    .execute();
  return rows.map((row) => ({ ...row, permissions: JSON.parse(row.permissions) as SupporterPermissions }));
}

/** Returns the people who currently share with a person. */
export async function supportedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('supporters')
    .select('user_id')
    .distinct()
    .where('supporter_user_id', '=', userId)
    .where('status', '=', 'ACCEPTED')
    .execute();
  return rows.map((row) => row.user_id);
}
