/**
 * Erasure of an account: everything stored about a person is deleted, except the log, the codes of void wristbands,
 * and what they asked about other patients, which is part of those patients' records.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordChanges, recordShare, requestChange } from '../../changes/changes.ts';
import { now } from '../../common/clock.ts';
import { phoneDigits } from '../../common/phone.ts';
import type { Trx } from '../../db/schema.ts';
import { endAllSessions } from '../../repositories/accounts/sessions.ts';
import { clearThrottle } from '../../repositories/accounts/throttles.ts';
import { insertUser, lockUsers, noEmail, type UserRow } from '../../repositories/accounts/users.ts';
import { contentId } from '../../repositories/care/content.ts';
import { removeEvents } from '../../timeline/timeline.ts';
import { newUser } from '../accounts/accounts.ts';
import { accountKey } from '../accounts/login-throttle.ts';
import { replyKey } from '../desk/requests.ts';
import { endAsks } from '../sharing/asks.ts';
import { endShares, eraseEnded, namedByEnded } from '../sharing/ending.ts';
import { releaseHeld } from '../sharing/held-invitations.ts';
import { inviteKey } from '../sharing/invite-state.ts';
import { queueSurveyErasure } from './survey-erasures.ts';

/** Removes a supporter from the lists and timelines of those whom they support, and notifies their open apps. */
async function eraseAsSupporter(trx: Trx, userId: string): Promise<void> {
  const supported = await trx
    .selectFrom('supporters')
    .select(['id', 'user_id', 'supporter_user_id'])
    .where('supporter_user_id', '=', userId)
    .execute();
  for (const entry of supported) {
    const { id, user_id: patient } = entry;
    await endAsks(trx, entry);
    await removeEvents(trx, patient, [contentId(patient, inviteKey(id))]);
    await recordShare(trx, id);
  }
  await trx.deleteFrom('supporters').where('supporter_user_id', '=', userId).execute();
}

const bodyContains = (text: string) => sql<boolean>`body like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Erases messages to a person, about their notifications and in their name, whether they have been sent or not. */
async function eraseMessages(trx: Trx, user: UserRow): Promise<void> {
  const { id, email, contact_email: contact, phone_digits: digits, mobile_phone: mobile } = user;
  const browsers = await trx.selectFrom('push_subscriptions').select('id').where('user_id', '=', id).execute();
  const addresses = [email, contact ?? '', digits, phoneDigits(mobile ?? ''), ...browsers.map((browser) => browser.id)];
  const own = addresses.filter((address) => address !== '');
  await trx.deleteFrom('messages').where('recipient', 'in', own).execute();
  await trx.deleteFrom('messages').where('news_id', 'like', `%/${id}`).execute();
  // Support requests contain the email, invitations the name.
  await trx.deleteFrom('messages').where(bodyContains(email)).execute();
  const name = `${user.first_name} ${user.last_name}`.trim();
  if (name === '') return;
  const invited = trx.selectFrom('supporters').select('phone_digits').where('user_id', '=', id);
  await trx.deleteFrom('messages').where('recipient', 'in', invited).where(bodyContains(name)).execute();
}

/** Erases what is stored by email address or by id, without a link to the account. */
async function eraseByAddress(trx: Trx, { id, email }: UserRow): Promise<void> {
  await trx.deleteFrom('interest_sign_ups').where('email', '=', email).execute();
  await trx.deleteFrom('mail_requests').where('email', '=', email).execute();
  await trx.deleteFrom('throttles').where('key', 'like', `%${id}%`).execute();
  await trx.deleteFrom('deliveries').where('person', '=', id).execute();
  await clearThrottle(trx, accountKey(email));
}

/** Removes the requests about a patient from the desk, and the hospital's replies from supporters' timelines. */
async function announceRequests(trx: Trx, userId: string): Promise<void> {
  const about = await trx.selectFrom('requests').selectAll().where('user_id', '=', userId).execute();
  for (const { id, author_id: author } of about) {
    if (author !== userId) await removeEvents(trx, author, [contentId(author, replyKey(id))]);
  }
  await recordChanges(trx, about.map(requestChange));
}

/**
 * Moves what also belongs to others to an account without a person: all wristband codes, and requests about other
 * patients.
 */
async function detachFromPerson(trx: Trx, userId: string): Promise<void> {
  const [id, time] = [randomUUID(), now()];
  const deleted = { disabled_at: time, deleted_at: time, has_demo: 0 };
  await insertUser(trx, newUser({ id, email: noEmail(id), first_name: '', last_name: '', ...deleted }));
  const codes = trx.updateTable('wristbands').where('user_id', '=', userId);
  await codes.where('voided_at', 'is', null).set({ voided_at: time }).execute();
  await codes.set({ user_id: id }).execute();
  const asked = trx.updateTable('requests').where('author_id', '=', userId).where('user_id', '!=', userId);
  await asked.set({ author_id: id }).execute();
}

/** Locks a person and everyone whose data an erasure changes, in one order, so that two erasures cannot deadlock. */
async function lockWithOthers(trx: Trx, userId: string): Promise<void> {
  const shares = await trx
    .selectFrom('supporters')
    .select(['user_id', 'supporter_user_id'])
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('supporter_user_id', '=', userId)]))
    .execute();
  const held = await trx.selectFrom('held_invitations').select('patient_id').where('user_id', '=', userId).execute();
  const others = shares.flatMap(({ user_id: patient, supporter_user_id: supporter }) => [patient, supporter]);
  const ended = await namedByEnded(trx, userId);
  const ids = [userId, ...others, ...held.map(({ patient_id: patient }) => patient), ...ended];
  await lockUsers(
    trx,
    ids.filter((id) => id !== null),
  );
}

/**
 * Erases a patient's or supporter's account, as part of `trx`. The caller writes the audit log, and refuses staff:
 * others still read their replies. The survey recorder follows after the commit.
 */
export async function eraseAccount(trx: Trx, user: UserRow): Promise<void> {
  const { id } = user;
  await lockWithOthers(trx, id);
  await queueSurveyErasure(trx, user);
  await eraseMessages(trx, user);
  await endAllSessions(trx, id);
  await announceRequests(trx, id);
  await endShares(trx, id);
  await releaseHeld(trx, id);
  await eraseAsSupporter(trx, id);
  await eraseEnded(trx, id);
  await eraseByAddress(trx, user);
  await detachFromPerson(trx, id);
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
