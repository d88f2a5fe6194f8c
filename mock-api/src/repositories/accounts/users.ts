/** Users: their roles, rows, and the forms in which sessions see them. */
import type { Insertable, Selectable, Updateable } from 'kysely';
import { now } from '../../common/clock.ts';
import { isDeskLocale, type Locale, toLanguage, toLocale } from '../../common/i18n.ts';
import { maskPhone } from '../../common/phone.ts';
import { searchText } from '../../common/text/search-text.ts';
import { nameKeys } from '../../common/text/similar-names.ts';
import type { AgreementDue, DeskPatient, NarrowUser, SecondFactor, User } from '../../contract.ts';
import type { Db, UsersTable } from '../../db/schema.ts';
import { grantOf, type StaffGrant } from './staff-roles.ts';

export const STAFF = 'staff';
/** Users who joined by a patient's invitation. */
export const SUPPORTER = 'supporter';
/** Users who registered or were created by the desk, unless an operator changed their role. */
export const PATIENT = 'patient';

/** Status of an account that is in use; the only other one is 6, expired. */
export const ACTIVE_STATUS = 1;

export const isStaff = ({ role_type: role }: { role_type: string }): boolean => role === STAFF;

export type UserRow = Selectable<UsersTable>;
export type NewUser = Insertable<UsersTable>;

export const fullName = (first: string | null, last: string | null): string => `${first ?? ''} ${last ?? ''}`.trim();

function toPhone(json: string | null): User['phone'] {
  return json === null ? null : (JSON.parse(json) as User['phone']);
}

/** Placeholder for the email address of a user who has none. */
export const noEmail = (userId: string) => `none:${userId}`;

export function emailOf({ email }: Pick<UserRow, 'email'>): string | null {
  return email.startsWith('none:') ? null : email;
}

/** Returns the email address that a user has shown to be theirs; null if they have none, or only the desk entered it. */
export const provenEmailOf = (user: Pick<UserRow, 'email' | 'email_unproven'>): string | null =>
  user.email_unproven === 1 ? null : emailOf(user);

type Languages = Pick<UserRow, 'language' | 'locale'>;

/** Returns the language that a person has chosen, or that of their last sign-in. */
export const languageOf = ({ language, locale }: Languages): Locale => toLanguage(language ?? locale);

/** Returns the language in which a person gets messages. */
export const localeOf = (row: Languages): Locale => toLocale(languageOf(row));

/** Returns how to talk with a person; undefined if they need no interpreter, and speak English or French or haven't said. */
export function speaksOf(row: Pick<UserRow, 'language' | 'locale' | 'needs_interpreter'>): DeskPatient['speaks'] {
  const needsInterpreter = row.needs_interpreter === 1;
  if (!needsInterpreter && (row.language === null || isDeskLocale(row.language))) return undefined;
  return { language: languageOf(row), needsInterpreter };
}

function deskOf(row: UserRow): NonNullable<User['desk']> {
  const { roles, wards } = grantOf(row);
  return { roles: [...roles], wards: wards === null ? null : [...wards] };
}

/**
 * Returns the user as a full session sees it: never the password, the wristband code or a hash of either.
 * @param toAgree what the user still has to agree to
 * @param nameByStaff whether only the hospital changes the name
 */
export function toUser(row: UserRow, toAgree: AgreementDue[], nameByStaff: boolean): User {
  const email = emailOf(row) ?? '';
  return {
    scope: 'full',
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    preferredName: row.preferred_name,
    nameByStaff,
    userName: email,
    email,
    contactEmail: row.contact_email,
    phoneNumber: row.phone_number,
    maskedPhone: maskPhone(row.phone_number),
    phone: toPhone(row.phone),
    mobilePhone: row.mobile_phone,
    address: row.address,
    address2: row.address2,
    city: row.city,
    suite: row.suite,
    province: row.province,
    country: row.country,
    postalCode: row.postal_code,
    organization: row.organization,
    roleType: row.role_type,
    ...(isStaff(row) && { desk: deskOf(row) }),
    profileId: 1,
    isChampion: row.is_champion === 1,
    tester: row.is_tester === 1,
    championedBy: row.championed_by,
    trackingNumber: row.tracking_number,
    name: fullName(row.first_name, row.last_name),
    content: row.content,
    statusId: row.status_id,
    hospitalStatusId: row.hospital_status_id,
    emailValidated: row.email_validated === 1,
    nda: row.nda === 1,
    termsConditions: row.terms_conditions === 1,
    language: row.language === null ? null : toLanguage(row.language),
    needsInterpreter: row.needs_interpreter === null ? null : row.needs_interpreter === 1,
    textNews: row.text_news === 1,
    toAgree,
    scanCount: row.scan_count,
    scannedAt: row.scanned_at,
    lastLoginAt: row.last_login_at,
    pinEnteredAt: row.pin_entered_at,
    confirmedAt: row.confirmed_at,
    demoCompletedAt: row.demo_completed_at,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

/** @param secondFactor with which staff widen the session */
export function toNarrowUser(row: UserRow, secondFactor: SecondFactor = 'email'): NarrowUser {
  return {
    scope: 'narrow',
    firstName: row.first_name,
    maskedPhone: maskPhone(row.phone_number),
    statusId: row.status_id,
    ...(isStaff(row) ? { roleType: 'staff', secondFactor } : {}),
  };
}

const usable = (db: Db) =>
  db.selectFrom('users').selectAll().where('deleted_at', 'is', null).where('disabled_at', 'is', null);

/** @param email any case; stored addresses are lower case */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return usable(db).where('email', '=', email.trim().toLowerCase()).executeTakeFirst();
}

export function findUserByWristband(db: Db, code: string): Promise<UserRow | undefined> {
  return usable(db).where('wristband_code', '=', code.trim().toUpperCase()).executeTakeFirst();
}

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return usable(db).where('id', '=', id).executeTakeFirst();
}

/** Returns an account, even one that is disabled. */
export const findAnyUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** @param email in any case */
export const findAnyUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();

/** Returns all accounts that are not erased, by email. */
export const listUsers = (db: Db): Promise<UserRow[]> =>
  db.selectFrom('users').selectAll().where('deleted_at', 'is', null).orderBy('email').execute();

/** Returns the staff whose accounts are in use, with what each may do. */
export async function listStaff(db: Db): Promise<{ id: string; grant: StaffGrant }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'staff_roles', 'staff_wards'])
    .where('role_type', '=', STAFF)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .execute();
  return rows.map((row) => ({ id: row.id, grant: grantOf(row) }));
}

/** Whether this person has entered a code that was sent to their present number. */
export const hasProvenPhone = ({ phone_digits: digits, proven_digits: proven }: UserRow): boolean =>
  digits !== '' && digits === proven;

/** Returns the validated account that has proven a number; undefined if none or several have. */
export async function findUserByPhone(db: Db, digits: string): Promise<UserRow | undefined> {
  const users = await usable(db)
    .where('phone_digits', '=', digits)
    .where('proven_digits', '=', digits)
    .where('email_validated', '=', 1)
    .limit(2)
    .execute();
  return users.length === 1 ? users[0] : undefined;
}

/** Returns those of these emails that have an account. */
export async function knownEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).execute();
  return new Set(rows.map(({ email }) => email));
}

/** Returns false if the email already has an account. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({ ...user, search_text: searchText(user) })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted && user.role_type === PATIENT) await storeNameKeys(db, user);
  return inserted !== undefined;
}

export async function updateUser(db: Db, id: string, changes: Updateable<UsersTable>): Promise<UserRow> {
  const write = (values: Updateable<UsersTable>) =>
    db.updateTable('users').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  const user = await write({ ...changes, updated_at: now() });
  const isRenamed = changes.first_name !== undefined || changes.last_name !== undefined;
  // An operator may make a patient of another account.
  if (user.role_type === PATIENT && (isRenamed || changes.role_type !== undefined)) await storeNameKeys(db, user);
  const findable = searchText(user);
  return findable === user.search_text ? user : write({ search_text: findable });
}

/**
 * Makes every other transaction about this user wait until this one ends, in this process or another. A write that
 * changes nothing takes the row's lock on both databases.
 */
export async function lockUser(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((expression) => ({ locale: expression.ref('locale') }))
    .where('id', '=', id)
    .execute();
}

/** Locks several users, always in the same order, so that two transactions cannot deadlock. */
export async function lockUsers(trx: Db, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lockUser(trx, id);
}

/** Tables with the content of a user's demo, children before parents. */
const DEMO_TABLES = ['notifications', 'supporters', 'profiles', 'story_positions'] as const;

/** Tables that also hold what came from a hospital's own system, which a demo's restart keeps. */
const RECORD_TABLES = ['events', 'results', 'care_plans'] as const;

/** Deletes the content of a user's demo and marks the demo as not completed. */
export async function removeDemoContent(db: Db, userId: string): Promise<void> {
  for (const table of DEMO_TABLES) await db.deleteFrom(table).where('user_id', '=', userId).execute();
  for (const table of RECORD_TABLES)
    await db.deleteFrom(table).where('user_id', '=', userId).where('source', 'is', null).execute();
  await db.updateTable('users').set({ demo_completed_at: null }).where('id', '=', userId).execute();
}

export function findAgreements(db: Db, userId: string) {
  return db.selectFrom('agreements').selectAll().where('user_id', '=', userId).execute();
}

/** Records that a user agrees; the first time is the one that counts. */
export async function insertAgreements(db: Db, userId: string, given: readonly AgreementDue[]): Promise<void> {
  if (given.length === 0) return;
  const rows = given.map(({ document, version }) => ({ user_id: userId, document, version, agreed_at: now() }));
  await db
    .insertInto('agreements')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'document', 'version']).doNothing())
    .execute();
}

/** Replaces the keys of a patient's name, by which the desk finds similar names. */
async function storeNameKeys(
  db: Db,
  { id, first_name: first, last_name: last }: Pick<UsersTable, 'id' | 'first_name' | 'last_name'>,
): Promise<void> {
  await db.deleteFrom('name_keys').where('user_id', '=', id).execute();
  const rows = nameKeys(first, last).map((key) => ({ key, user_id: id }));
  if (rows.length > 0) await db.insertInto('name_keys').values(rows).execute();
}
