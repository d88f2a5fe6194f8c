/** Traces of a person in every table, for the test of their erasure. */
import { sql } from 'kysely';
import type { TABLES } from '../../src/db/migrations.ts';
import type { Db } from '../../src/db/schema.ts';
import { contentId } from '../../src/repositories/care/content.ts';
import { inviteKey } from '../../src/services/sharing/invite-state.ts';

type Table = (typeof TABLES)[number];

/** Text that only this person's data have. */
export const MARK = 'Quenouille';
/** Email of the person. */
export const PERSON = 'second@example.org';

/** Tables that never hold anything about a person. */
export const WITHOUT_PERSON: readonly Table[] = [
  'change_numbers',
  'audit_chain',
  'news_position',
  'desk_templates',
  'facts',
  'story_steps',
  'starter_documents',
  'schema_migrations',
  // Emails that are mailed within seconds.
  'mail_requests',
  // Hashes and receipts, until the recorder has erased.
  'survey_erasures',
  // Of staff, whose accounts are not erased.
  'oidc_logout_tokens',
  'oidc_sessions',
  'oidc_sign_ins',
  'staff_identities',
];

/** Tables where something stays: ids in the log; ids for an hour; the number in a counter, for two days. */
export const KEPT: readonly Table[] = ['audit', 'changes', 'throttles'];

const TIME = '2026-01-01T00:00:00.000Z';
const LATER = '2999-01-01T00:00:00.000Z';

/**
 * Adds rows about a person to every table that may hold one.
 * @param id of the person
 * @param session hash of a session's token
 * @returns what is kept without the person
 */
export async function plant(
  db: Db,
  id: string,
  session: string,
): Promise<{ wristband: string; askedAboutOther: string }> {
  const add = async (table: Table, row: Record<string, string | number | null>) => {
    const values = Object.values(row).map((value) => sql`${value}`);
    const columns = Object.keys(row).map((name) => sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`.execute(db);
  };
  const { id: other } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'patient@example.org')
    .executeTakeFirstOrThrow();
  const name = { first_name: MARK, last_name: MARK, mobile_phone: '+1 613 555 0124', contact_email: 'q@example.net' };
  const phone = { phone_number: '+1 613 555 0123', phone_digits: '16135550123' };
  await db
    .updateTable('users')
    .set({ ...name, ...phone })
    .where('id', '=', id)
    .execute();

  const document = JSON.stringify({ name: { en: MARK, fr: MARK }, content: { en: MARK, fr: MARK }, content2: null });
  const event = { profile_id: 1, type: 0, status: 'VIEWED', previous_stay: 0, viewed: 1, is_read: 1, is_dismissed: 1 };
  const times = { created_at: TIME, updated_at: TIME };
  await add('events', { id: 'event-of-person', user_id: id, ...event, document, ...times });
  await add('results', {
    id: `result-${MARK}`,
    user_id: id,
    profile_id: 1,
    type: 0,
    performed_at: TIME,
    results_at: TIME,
    document,
  });
  await add('care_plans', { id: 'plan-of-person', user_id: id, profile_id: 1, created_at: TIME, document });
  await add('notifications', {
    id: 'note-of-person',
    user_id: id,
    profile_id: 1,
    kind: 'information',
    created_at: TIME,
    document,
  });
  await add('profiles', { user_id: id, id: 9, document });
  await add('event_views', { viewer_id: id, event_id: 'event-of-person', viewed_at: TIME });
  const source = { user_id: id, source: 'files' };
  await add('fhir_links', { ...source, patient_id: MARK, linked_at: TIME, checked_at: TIME });
  await add('fhir_resources', { ...source, key: MARK, hash: '', document: '{}', seen_at: TIME });
  await add('fhir_files', { ...source, id: 'file-of-person', key: MARK, bytes: '' });
  const item = { name: MARK, how: [], times: [], for: [], notes: [], why: [], basis: 'reported', state: 'current' };
  await add('record_items', {
    ...source,
    id: 'item-of-person',
    kind: 'medication',
    withheld: 0,
    hash: '',
    document: JSON.stringify(item),
    arrived_at: TIME,
  });
  const due = { attempts: 0, next_attempt_at: LATER, created_at: TIME };
  await add('hospital_outbox', { user_id: id, kind: 'survey', about: MARK, ...due });
  const receipt = { receipt_id: MARK, event_id: 'event-of-person', survey: 'ecg', delivered_at: TIME };
  await add('survey_receipts', { user_id: id, ...receipt });
  await add('insight_requests', { result_id: `result-${MARK}`, ready_at: TIME });
  await add('question_ticks', { user_id: id, result_id: `result-${MARK}`, ticked: '[]' });
  await add('going_home_ticks', { user_id: id, owner_id: other, point: MARK, ticked_at: TIME });
  await db.deleteFrom('story_positions').where('user_id', '=', id).execute();
  await add('story_positions', { user_id: id, series: 'patient', position: 1 });

  const supporter = {
    profile_id: 1,
    status: 'ACCEPTED',
    permissions: '{}',
    document: '{"content":{"en":"","fr":""}}',
    created_at: TIME,
  };
  await add('supporters', { id: `own-${MARK}`, user_id: id, name: MARK, phone_digits: '14165550199', ...supporter });
  await add('invitations', { token_hash: MARK, supporter_id: `own-${MARK}`, expires_at: LATER });
  await add('supporters', { id: 'of-other', user_id: other, name: MARK, supporter_user_id: id, ...supporter });
  await add('events', { id: contentId(other, inviteKey('of-other')), user_id: other, ...event, document, ...times });
  await add('held_invitations', { user_id: id, supporter_id: 'of-other', patient_id: other, invited_at: TIME });

  const request = { profile_id: 1, kind: 'question', status: 'sent', created_at: TIME };
  await add('requests', { id: `request-${MARK}`, user_id: id, author_id: id, text: MARK, ...request });
  await add('request_replies', {
    id: 'reply',
    request_id: `request-${MARK}`,
    author_id: other,
    text: MARK,
    created_at: TIME,
  });
  await add('requests', { id: 'about-other', user_id: other, author_id: id, text: 'May I visit?', ...request });

  await add('second_factors', { token_hash: session, salt: MARK, code_hash: '', attempts: 0, expires_at: LATER });
  await add('one_time_tokens', { token_hash: MARK, kind: 'login', user_id: id, created_at: TIME, expires_at: LATER });
  await add('pin_codes', { user_id: id, salt: MARK, code_hash: '', attempts: 0, created_at: TIME, expires_at: LATER });
  const change = { phone_number: '+1 613 555 0125', text_hash: '', email_hash: '' };
  await add('phone_changes', { user_id: id, session_hash: session, ...change, created_at: TIME, expires_at: LATER });
  const passkey = { public_key: '', counter: 0, transports: '[]', synced: 0, created_at: TIME };
  await add('passkeys', { credential_id: MARK, user_id: id, ...passkey });
  await add('passkey_challenges', { key: `new:${MARK}`, challenge: MARK, session, expires_at: LATER });
  await add('push_subscriptions', {
    id: 'browser',
    user_id: id,
    session_hash: session,
    endpoint_hash: MARK,
    sealed: '',
    seen_at: TIME,
  });
  await add('agreements', { user_id: id, document: 'other', version: '1.0', agreed_at: TIME });
  await add('wristbands', { code: 'ER70000001', user_id: id, issued_at: TIME });

  await add('interest_sign_ups', { email: PERSON, name: MARK, opt_in: 1, created_at: TIME });
  await add('support_requests', {
    id: 'support',
    user_id: id,
    issue: MARK,
    contact_method: 'email',
    comments: MARK,
    created_at: TIME,
  });
  const sent = { state: 'failed', attempts: 8, next_attempt_at: LATER, created_at: TIME };
  const messages = [
    ['sms', '16135550123', MARK, null],
    ['sms', '16135550124', MARK, null],
    ['email', 'q@example.net', MARK, null],
    ['push', 'browser', MARK, null],
    ['sms', '14165550199', `Hello, ${MARK} ${MARK} has invited you`, null],
    ['sms', '14165550100', `Support request. ${MARK}. Email: ${PERSON}`, null],
    ['sms', '15145550100', 'You have an update', `7/${id}`],
  ] as const;
  for (const [index, [channel, recipient, body, news]] of messages.entries())
    await add('messages', { id: `message-${index}`, channel, recipient, body, news_id: news, ...sent });
  await add('throttles', { key: `pin-day:${id}`, count: 1, window_started_at: TIME });
  await add('throttles', { key: 'text:16135550123', count: 1, window_started_at: LATER });
  await add('deliveries', { change_id: 999_999, person: id, channel: 'push', at: TIME });
  const now = new Date().toISOString();
  await add('changes', {
    person: id,
    kind: 'next.updated',
    object_id: 'none',
    audience: 'person',
    at: now,
    created_at: now,
  });
  return { wristband: 'ER70000001', askedAboutOther: 'about-other' };
}
