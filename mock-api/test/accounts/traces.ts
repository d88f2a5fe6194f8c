/** Traces of a person in every table, for the test of their erasure. */
import { sql } from 'kysely';
import type { TABLES } from '../../src/db/migrations.ts';
import { contentId } from '../../src/repositories/care/content.ts';
import { inviteKey } from '../../src/services/sharing/invite-state.ts';
import type { TestApi } from '../support/api.ts';

type Table = (typeof TABLES)[number];

/** Text that only this person's data have. */
export const MARK = 'Quenouille';
/** Email of the person. */
export const PERSON = 'second@example.org';
/** Wristband that the person had. */
export const WRISTBAND = 'ER70000001';

/** Tables that never hold anything about a person. */
export const WITHOUT_PERSON: readonly Table[] = [
  'change_numbers',
  'audit_chain',
  'news_position',
  'desk_templates',
  'text_reviews',
  'daily_counts',
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

type Row = Record<string, string | number | null>;

/** Columns of rows that are about a person. @param other a patient, of whom the person is a supporter */
function rowsAbout(id: string, other: string, session: string): [Table, Row][] {
  const of = { user_id: id };
  const own = { user_id: id, profile_id: 1 };
  const made = { created_at: TIME };
  const document = JSON.stringify({ name: { en: MARK, fr: MARK }, content: { en: MARK, fr: MARK }, content2: null });
  const state = { type: 0, status: 'VIEWED', previous_stay: 0, viewed: 1, is_read: 1, is_dismissed: 1 };
  const event = { ...own, ...made, ...state, document, updated_at: TIME };
  const fhir = { ...of, source: 'files' };
  const drug = { name: MARK, how: [], times: [], for: [], notes: [], why: [], basis: 'reported', state: 'current' };
  const item = { id: 'item-of-person', document: JSON.stringify(drug) };
  const supports = { name: MARK, status: 'ACCEPTED', permissions: '{}', document: '{"content":{"en":"","fr":""}}' };
  const supporter = { ...own, ...made, ...supports };
  const request = { ...own, ...made, author_id: id, kind: 'question', status: 'sent', text: MARK };
  const check = { author_id: id, is_by_patient: 1, document, checked_at: TIME };
  const change = { phone_number: '+1 613 555 0125', text_hash: '', email_hash: '' };
  const browser = { id: 'browser', endpoint_hash: MARK, sealed: '' };
  const explained = { language: 'en', state: 'asked', attempts: 1, next_attempt_at: LATER };
  const now = new Date().toISOString();
  const merged = { kept_number: MARK, retired_number: '', merged_at: TIME };
  const received = { received_at: TIME, due_at: TIME, sent_at: '', state: 'applied' };
  const arrival = { ...received, sender: 'ADT/NORTH', control_id: MARK, type: 'ADT^A01', hash: '', raw: MARK };
  return [
    ['events', { ...event, id: 'event-of-person' }],
    ['results', { ...own, id: `result-${MARK}`, type: 0, performed_at: TIME, results_at: TIME, document }],
    ['explanations', { ...of, ...made, ...explained, id: 'explanation', result_id: `result-${MARK}`, report: MARK }],
    ['care_plans', { ...own, ...made, id: 'plan-of-person', document }],
    ['notifications', { ...own, ...made, id: 'note-of-person', kind: 'information', document }],
    ['profiles', { ...of, id: 9, document }],
    ['event_views', { viewer_id: id, event_id: 'event-of-person', viewed_at: TIME }],
    ['fhir_links', { ...fhir, patient_id: MARK, linked_at: TIME, checked_at: TIME }],
    ['fhir_resources', { ...fhir, key: MARK, hash: '', document: '{}', seen_at: TIME }],
    ['fhir_files', { ...fhir, id: 'file-of-person', key: MARK, bytes: '' }],
    ['record_items', { ...fhir, ...item, kind: 'medication', withheld: 0, hash: '', arrived_at: TIME }],
    ['hospital_outbox', { ...of, ...made, kind: 'survey', about: MARK, attempts: 0, next_attempt_at: LATER }],
    ['survey_receipts', { ...of, receipt_id: MARK, event_id: 'event-of-person', survey: 'ecg', delivered_at: TIME }],
    ['insight_requests', { result_id: `result-${MARK}`, ready_at: TIME }],
    ['question_ticks', { ...of, result_id: `result-${MARK}`, ticked: '[]' }],
    [
      'desk_openings',
      { ...of, id: 'opening', staff_id: other, reason: 'other', note: MARK, opened_at: TIME, ends_at: TIME },
    ],
    ['stays', { ...of, ...made, id: `stay-${MARK}`, state: 'admitted', updated_at: TIME }],
    ['rounds_questions', { ...of, ...made, id: 'question-of-person', author_id: id, text: MARK }],
    ['rounds_questions', { user_id: other, ...made, id: 'question-about-other', author_id: id, text: 'When?' }],
    ['day_plans', { ...of, date: '2026-11-25', document: MARK, updated_at: TIME }],
    ['medication_check_asks', { ...of, asked_by: id, asked_at: TIME }],
    ['daily_questions', { ...of, date: '2026-11-25', kind: 'worry' }],
    ['going_home_ticks', { ...of, owner_id: other, point: MARK, ticked_at: TIME }],
    ['story_positions', { ...of, series: 'patient', position: 1 }],
    ['supporters', { ...supporter, id: `own-${MARK}`, phone_digits: '14165550199' }],
    ['invitations', { token_hash: MARK, supporter_id: `own-${MARK}`, expires_at: LATER }],
    ['return_notices', { ...of, supporter_id: `own-${MARK}`, asked_at: TIME, expires_at: LATER }],
    ['supporters', { ...supporter, id: 'of-other', user_id: other, supporter_user_id: id }],
    ['events', { ...event, id: contentId(other, inviteKey('of-other')), user_id: other }],
    ['events', { ...event, id: contentId(other, inviteKey('ended')), user_id: other }],
    ['ended_supports', { supporter_id: 'ended', patient_id: other, user_id: id, profile_id: 3 }],
    ['held_invitations', { ...of, supporter_id: 'of-other', patient_id: other, invited_at: TIME }],
    ['requests', { ...request, id: `request-${MARK}` }],
    ['request_replies', { ...made, id: 'reply', request_id: `request-${MARK}`, author_id: other, text: MARK }],
    ['medication_checks', { ...of, ...check, id: `check-${MARK}`, request_id: `request-${MARK}` }],
    ['medication_checks', { ...check, id: 'check-of-other', user_id: other, document: '{"answers":[],"added":[]}' }],
    ['requests', { ...request, id: 'about-other', user_id: other, text: 'May I visit?' }],
    ['second_factors', { token_hash: session, salt: MARK, code_hash: '', attempts: 0, expires_at: LATER }],
    ['one_time_tokens', { ...of, ...made, token_hash: MARK, kind: 'login', expires_at: LATER }],
    ['pin_codes', { ...of, ...made, salt: MARK, code_hash: '', attempts: 0, expires_at: LATER }],
    ['phone_codes', { ...of, ...made, phone_number: MARK, salt: MARK, code_hash: '', attempts: 0, expires_at: LATER }],
    ['phone_changes', { ...of, ...made, ...change, session_hash: session, expires_at: LATER }],
    ['passkeys', { ...of, ...made, credential_id: MARK, public_key: '', counter: 0, transports: '[]', synced: 0 }],
    ['authenticators', { ...of, ...made, sealed: MARK }],
    ['recovery_codes', { ...of, code_hash: MARK }],
    ['passkey_challenges', { key: `new:${MARK}`, challenge: MARK, session, expires_at: LATER }],
    ['push_subscriptions', { ...of, ...browser, session_hash: session, seen_at: TIME }],
    ['agreements', { ...of, document: 'other', version: '1.0', agreed_at: TIME }],
    ['wristbands', { ...of, code: WRISTBAND, issued_at: TIME }],
    ['interest_sign_ups', { ...made, email: PERSON, name: MARK, opt_in: 1 }],
    ['support_requests', { ...of, ...made, id: 'support', issue: MARK, contact_method: 'email', comments: MARK }],
    ['throttles', { key: `pin-day:${id}`, count: 1, window_started_at: TIME }],
    ['throttles', { key: 'text:16135550123', count: 1, window_started_at: LATER }],
    ['deliveries', { change_id: 999_999, person: id, channel: 'push', at: TIME }],
    ['changes', { person: id, kind: 'next.updated', object_id: 'none', audience: 'person', at: now, created_at: now }],
    ['merges', { ...merged, id: 'merge', user_id: other, retired_id: id }],
    ['merge_moves', { merge_id: 'merge', place: 'stays.user_id', row_id: `stay-${MARK}` }],
    ['feed_message', { ...arrival, ...of, id: 'matched', sequence: 1 }],
    ['feed_message_person', { message_id: 'matched', person: MARK }],
    ['feed_message', { ...arrival, id: 'aside', sequence: 2, state: 'aside' }],
    ['feed_message_person', { message_id: 'aside', person: MARK }],
    ...messagesAbout(id),
  ];
}

/** Messages to the person, and such to others that name the person. */
function messagesAbout(id: string): [Table, Row][] {
  const failed = { state: 'failed', attempts: 8, next_attempt_at: LATER, created_at: TIME };
  return (
    [
      ['sms', '16135550123', MARK, null],
      ['sms', '16135550124', MARK, null],
      ['email', 'q@example.net', MARK, null],
      ['push', 'browser', MARK, null],
      ['sms', '14165550199', `Hello, ${MARK} ${MARK} has invited you`, null],
      ['sms', '14165550100', `Support request. ${MARK}. Email: ${PERSON}`, null],
      ['sms', '15145550100', 'You have an update', `7/${id}`],
    ] as const
  ).map(([channel, recipient, body, news_id], index) => [
    'messages',
    { ...failed, id: `message-${index}`, channel, recipient, body, news_id },
  ]);
}

/**
 * Adds rows about the person to every table that may hold one.
 * @param session hash of a session's token
 */
export async function plant(api: TestApi, session: string): Promise<void> {
  const { db } = api.database;
  const { id } = await api.user(PERSON);
  const names = { first_name: MARK, last_name: MARK, mobile_phone: '+1 613 555 0124', contact_email: 'q@example.net' };
  await api.setUser(PERSON, { ...names, phone_number: '+1 613 555 0123', phone_digits: '16135550123' });
  await db.deleteFrom('story_positions').where('user_id', '=', id).execute();
  for (const [table, row] of rowsAbout(id, (await api.user('patient@example.org')).id, session)) {
    const columns = Object.keys(row).map((name) => sql.ref(name));
    const values = Object.values(row).map((value) => sql`${value}`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`.execute(db);
  }
}
