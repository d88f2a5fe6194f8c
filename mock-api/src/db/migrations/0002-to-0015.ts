import { sql, type Transaction } from 'kysely';
import type { EventDocument, StoryStepDocument } from '../../common/documents.ts';
import { phoneDigits } from '../../common/phone.ts';
import { searchText } from '../../common/text/search-text.ts';
import { stableId } from '../../security/secrets.ts';
import type { Migration } from '../migrate.ts';
import type { Engine } from '../open.ts';
import type { Tables } from '../schema.ts';

async function addMailRequests(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('mail_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

/** Sessions from before have no idle end: they count as ended, and people sign in once more. */
async function addIdleEnds(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('sessions')
    .addColumn('idle_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

async function addSharing(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('supporters').addColumn('supporter_user_id', 'text').execute();
  await trx.schema.alterTable('profiles').addColumn('shared_supporter_id', 'text').execute();
  await trx.schema
    .alterTable('users')
    .addColumn('phone_digits', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  const db = trx as unknown as Transaction<Tables>;
  for (const { id, phone_number } of await db.selectFrom('users').select(['id', 'phone_number']).execute()) {
    await db
      .updateTable('users')
      .set({ phone_digits: phoneDigits(phone_number) })
      .where('id', '=', id)
      .execute();
  }
  await trx.schema.createIndex('users_phone_digits').on('users').column('phone_digits').execute();
}

/** The database keeps the log append only: not even a fault in the API can change what was written. */
async function forbidChanges(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`create or replace function audit_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'the audit log is append only'; end $$`.execute(trx);
    await sql`create trigger audit_append_only before update or delete or truncate on audit
      for each statement execute function audit_is_append_only()`.execute(trx);
    return;
  }
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.id(`audit_no_${change}`)} before ${sql.raw(change)} on audit
      begin select raise(abort, 'the audit log is append only'); end`.execute(trx);
  }
}

async function addAudit(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  await trx.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('subject_id', 'text')
    .addColumn('object', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .execute();
  await trx.schema.createIndex('audit_subject_id_at').on('audit').columns(['subject_id', 'at']).execute();
  await forbidChanges(trx, engine);
}

/** When a result's insights are ready, and which of its questions a reader has ticked. */
async function addNavigator(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('insight_requests')
    .addColumn('result_id', 'text', (column) => column.primaryKey().references('results.id').onDelete('cascade'))
    .addColumn('ready_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema
    .createTable('question_ticks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('result_id', 'text', (column) => column.notNull().references('results.id').onDelete('cascade'))
    .addColumn('ticked', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('question_ticks_pk', ['user_id', 'result_id'])
    .execute();
}

/** Whose test versions go on after sign-in: no account's, until an operator says so. */
async function addTesters(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('users')
    .addColumn('is_tester', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** What a supporter has seen of the events that others share with them. It is theirs, not the patient's. */
async function addEventViews(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('event_views')
    .addColumn('viewer_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('viewed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_views_pk', ['viewer_id', 'event_id'])
    .execute();
  await trx.schema.createIndex('event_views_event_id').on('event_views').column('event_id').execute();
}

/** The events of the demo's stories that are about an admission. */
const ADMISSIONS: readonly string[] = ['admitted', 'maya-admitted'];

const asAdmission = (event: EventDocument): EventDocument =>
  ADMISSIONS.includes(event.key) ? { ...event, survey: 'admission' } : event;

/** Hospital events say since now whether they are about an admission: so do those that are there already. */
async function markAdmissions(trx: Transaction<Tables>): Promise<void> {
  for (const { series, step, document } of await trx.selectFrom('story_steps').selectAll().execute()) {
    const script = JSON.parse(document) as StoryStepDocument;
    const marked = { ...script, events: script.events.map(asAdmission) };
    await trx
      .updateTable('story_steps')
      .set({ document: JSON.stringify(marked) })
      .where('series', '=', series)
      .where('step', '=', step)
      .execute();
  }
  for (const { id: user } of await trx.selectFrom('users').select('id').execute()) {
    const ids = ADMISSIONS.map((key) => stableId(user, key));
    const played = await trx.selectFrom('events').select(['id', 'document']).where('id', 'in', ids).execute();
    for (const { id, document } of played) {
      const body = JSON.stringify({ ...JSON.parse(document), survey: 'admission' });
      await trx.updateTable('events').set({ document: body }).where('id', '=', id).execute();
    }
  }
}

async function addViewsAndAdmissions(trx: Transaction<unknown>): Promise<void> {
  await addEventViews(trx);
  await markAdmissions(trx as unknown as Transaction<Tables>);
}

/** Which surveys a person has sent about which event, and when: never what was answered. */
async function addSurveyReceipts(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('survey_receipts')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('receipt_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('survey', 'text', (column) => column.notNull())
    .addColumn('delivered_at', 'text', (column) => column.notNull())
    .addColumn('replaces', 'text')
    .addPrimaryKeyConstraint('survey_receipts_pk', ['user_id', 'receipt_id'])
    .execute();
  await trx.schema.createIndex('survey_receipts_event_id').on('survey_receipts').column('event_id').execute();
}

/** Where a session was opened, and the codes by which staff confirm that it is them. */
async function addSecondFactors(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('sessions').addColumn('device', 'text').execute();
  await trx.schema
    .createTable('second_factors')
    .addColumn('token_hash', 'text', (column) =>
      column.primaryKey().references('sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

/** The versions that held when registrations and the demo's accounts said "agreed" and nothing more. */
const FIRST_VERSIONS = ['nda', 'privacy', 'terms'].map((document) => ({ document, version: '1.0' }));

async function addAgreements(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('agreements')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('agreed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('agreements_pk', ['user_id', 'document', 'version'])
    .execute();
  const db = trx as unknown as Transaction<Tables>;
  const agreed = await db
    .selectFrom('users')
    .select(['id', 'created_at'])
    .where('nda', '=', 1)
    .where('terms_conditions', '=', 1)
    .execute();
  for (const { id, created_at } of agreed) {
    const rows = FIRST_VERSIONS.map((first) => ({ user_id: id, ...first, agreed_at: created_at }));
    await db.insertInto('agreements').values(rows).execute();
  }
}

async function addColumns(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('users')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await trx.schema
    .alterTable('users')
    .addColumn('has_demo', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await trx.schema.alterTable('users').addColumn('denial_reason', 'text').execute();
}

/** Adds the table of all wristband codes ever issued: a void one is never given to another patient. */
async function addWristbands(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('wristbands')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .addColumn('voided_at', 'text')
    .execute();
  await trx.schema.createIndex('wristbands_user_id').on('wristbands').column('user_id').execute();
}

async function fill(db: Transaction<Tables>): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'wristband_code', 'created_at'])
    .execute();
  for (const { id, created_at: issuedAt, ...user } of users) {
    await db
      .updateTable('users')
      .set({ search_text: searchText(user) })
      .where('id', '=', id)
      .execute();
    if (user.wristband_code === null) continue;
    const row = { code: user.wristband_code, user_id: id, issued_at: issuedAt, voided_at: null };
    await db.insertInto('wristbands').values(row).execute();
  }
}

async function addDesk(trx: Transaction<unknown>): Promise<void> {
  await addColumns(trx);
  await addWristbands(trx);
  await fill(trx as unknown as Transaction<Tables>);
  await trx.schema.createIndex('users_desk').on('users').columns(['role_type', 'search_text', 'id']).execute();
  await trx.schema
    .createIndex('users_review')
    .on('users')
    .columns(['hospital_status_id', 'created_at', 'id'])
    .execute();
  await trx.schema.createIndex('sign_ups_newest').on('interest_sign_ups').columns(['created_at', 'email']).execute();
}

async function addRequests(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('profile_id', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text')
    .addColumn('done_at', 'text')
    .execute();
  await trx.schema.createIndex('requests_of_patient').on('requests').columns(['user_id', 'created_at']).execute();
  await trx.schema.createIndex('requests_by_status').on('requests').columns(['status', 'created_at', 'id']).execute();
  await trx.schema.createIndex('requests_by_age').on('requests').columns(['created_at', 'id']).execute();
  await trx.schema
    .createTable('request_replies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('request_id', 'text', (column) => column.notNull().references('requests.id').onDelete('cascade'))
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema
    .createIndex('request_replies_in_order')
    .on('request_replies')
    .columns(['request_id', 'created_at'])
    .execute();
}

/** The links of invitations; only their hashes. */
async function addInvitations(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('invitations')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('supporter_id', 'text', (column) => column.notNull().references('supporters.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await trx.schema.createIndex('invitations_supporter_id').on('invitations').column('supporter_id').execute();
  await trx.schema.createIndex('supporters_phone_digits').on('supporters').column('phone_digits').execute();
}

/** Public keys by which people sign in, and what a device is asked to sign. Both go with the account, the latter with its session, too. */
async function addPasskeys(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('passkeys')
    .addColumn('credential_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'double precision', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('synced', 'integer', (column) => column.notNull())
    .addColumn('device', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await trx.schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute();
  await trx.schema
    .createTable('passkey_challenges')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.references('sessions.token_hash').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

export const MIGRATIONS_0002_TO_0015: readonly Migration[] = [
  { name: '0002-mail-requests', up: addMailRequests },
  { name: '0003-idle-sessions', up: addIdleEnds },
  { name: '0004-sharing', up: addSharing },
  { name: '0005-audit', up: addAudit },
  { name: '0006-navigator', up: addNavigator },
  { name: '0007-testers', up: addTesters },
  { name: '0008-views-and-admissions', up: addViewsAndAdmissions },
  { name: '0009-survey-receipts', up: addSurveyReceipts },
  { name: '0010-staff', up: addSecondFactors },
  { name: '0011-agreements', up: addAgreements },
  { name: '0012-desk', up: addDesk },
  { name: '0013-requests', up: addRequests },
  { name: '0014-invitations', up: addInvitations },
  { name: '0015-passkeys', up: addPasskeys },
];
