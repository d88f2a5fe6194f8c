/** What is stored about a person, for its erasure; and the erasures that the survey recorder has still to carry out. */
import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { after, MINUTE, now } from '../../common/clock.ts';
import { phoneDigits } from '../../common/phone.ts';
import { claimFirst } from '../../common/polling-job.ts';
import type { Db, Tables, Trx } from '../../db/schema.ts';
import { eraseFeed } from '../feed/messages.ts';
import { fullName, type UserRow } from './users.ts';

const bodyContains = (text: string) => sql<boolean>`body like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Erases messages to a person, about their notifications and in their name, whether they have been sent or not. */
export async function eraseMessages(trx: Trx, user: UserRow): Promise<void> {
  const { id, email, contact_email: contact, phone_digits: digits, mobile_phone: mobile } = user;
  const browsers = await trx.selectFrom('push_subscriptions').select('id').where('user_id', '=', id).execute();
  const addresses = [email, contact ?? '', digits, phoneDigits(mobile ?? ''), ...browsers.map((browser) => browser.id)];
  const own = addresses.filter((address) => address !== '');
  await trx.deleteFrom('messages').where('recipient', 'in', own).execute();
  await trx.deleteFrom('messages').where('news_id', 'like', `%/${id}`).execute();
  // Support requests contain the email, invitations the name.
  await trx.deleteFrom('messages').where(bodyContains(email)).execute();
  const name = fullName(user.first_name, user.last_name);
  if (name === '') return;
  const invited = trx.selectFrom('supporters').select('phone_digits').where('user_id', '=', id);
  await trx.deleteFrom('messages').where('recipient', 'in', invited).where(bodyContains(name)).execute();
}

/** Erases what is stored by email address or by id, without a link to the account. */
export async function eraseByAddress(trx: Trx, { id, email }: UserRow): Promise<void> {
  await trx.deleteFrom('interest_sign_ups').where('email', '=', email).execute();
  await trx.deleteFrom('mail_requests').where('email', '=', email).execute();
  await trx.deleteFrom('throttles').where('key', 'like', `%${id}%`).execute();
  await trx.deleteFrom('deliveries').where('person', '=', id).execute();
  await eraseFeed(trx, id);
}

/** Moves all wristband codes of a person, and their requests and questions about other patients, to another account. */
export async function detachFromPerson(trx: Trx, userId: string, to: string): Promise<void> {
  const codes = trx.updateTable('wristbands').where('user_id', '=', userId);
  await codes.where('voided_at', 'is', null).set({ voided_at: now() }).execute();
  await codes.set({ user_id: to }).execute();
  const asked = trx.updateTable('requests').where('author_id', '=', userId).where('user_id', '!=', userId);
  await asked.set({ author_id: to }).execute();
  const noted = trx.updateTable('rounds_questions').where('author_id', '=', userId).where('user_id', '!=', userId);
  await noted.set({ author_id: to }).execute();
}

/** Returns everyone with whom a person shares, or who shares with them. */
export async function sharers(trx: Trx, userId: string): Promise<string[]> {
  const shares = await trx
    .selectFrom('supporters')
    .select(['user_id', 'supporter_user_id'])
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('supporter_user_id', '=', userId)]))
    .execute();
  return shares
    .flatMap(({ user_id: patient, supporter_user_id: supporter }) => [patient, supporter])
    .filter((id) => id !== null);
}

export const requestsAbout = (trx: Trx, userId: string) =>
  trx.selectFrom('requests').selectAll().where('user_id', '=', userId).execute();

export async function deleteUser(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** A claimed erasure without a result is retried after this time, in milliseconds. */
const CLAIM = MINUTE;

type SurveyErasureRow = Selectable<Tables['survey_erasures']>;

/** @param body what the recorder gets */
export async function insertSurveyErasure(trx: Trx, body: object): Promise<void> {
  const time = now();
  const row = { id: randomUUID(), body: JSON.stringify(body), attempts: 0, next_attempt_at: time, created_at: time };
  await trx.insertInto('survey_erasures').values(row).execute();
}

/** Claims the erasure that has been due for longest. Returns undefined if none is due. */
export const claimSurveyErasure = (db: Db): Promise<SurveyErasureRow | undefined> =>
  claimFirst(
    () =>
      db
        .selectFrom('survey_erasures')
        .select(['id', 'attempts', 'next_attempt_at'])
        .where('next_attempt_at', '<=', now())
        .orderBy('next_attempt_at')
        .limit(1)
        .execute(),
    ({ id, attempts, next_attempt_at: dueAt }) =>
      db
        .updateTable('survey_erasures')
        .set({ attempts: attempts + 1, next_attempt_at: after(CLAIM) })
        .where('id', '=', id)
        .where('next_attempt_at', '=', dueAt)
        .returningAll()
        .executeTakeFirst(),
  );

export async function deleteSurveyErasure(db: Db, id: string): Promise<void> {
  await db.deleteFrom('survey_erasures').where('id', '=', id).execute();
}

/** @param delay in milliseconds */
export async function retrySurveyErasure(db: Db, id: string, delay: number): Promise<void> {
  await db
    .updateTable('survey_erasures')
    .set({ next_attempt_at: after(delay) })
    .where('id', '=', id)
    .execute();
}

/** Returns how many erasures the recorder has not confirmed yet. */
export async function countSurveyErasures(db: Db): Promise<number> {
  const row = await db
    .selectFrom('survey_erasures')
    .select(({ fn }) => fn.countAll().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(row.waiting);
}
