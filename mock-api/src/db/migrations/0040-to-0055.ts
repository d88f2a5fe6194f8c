import { sql, type Transaction } from 'kysely';
import { nameKeys } from '../../common/text/similar-names.ts';
import type { Migration } from '../migrate.ts';
import type { Tables } from '../schema.ts';

type Column = 'text' | 'integer';

/** Creates a table of which a person's rows go with the person; a column that ends in `?` may be null. */
async function addTable(trx: Transaction<unknown>, name: string, columns: Record<string, Column>, key: string[]) {
  let table = trx.schema
    .createTable(name)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'));
  for (const [column, type] of Object.entries(columns))
    table = table.addColumn(column.replace('?', ''), type, (of) => (column.endsWith('?') ? of : of.notNull()));
  await table.addPrimaryKeyConstraint(`${name}_pk`, key as never[]).execute();
}

/** What a hospital's own system holds about a patient: resources as they came, and what people read of them. */
async function addRecords(trx: Transaction<unknown>): Promise<void> {
  const source = { source: 'text' } as const;
  await addTable(trx, 'fhir_links', { ...source, patient_id: 'text', linked_at: 'text', checked_at: 'text' }, [
    'user_id',
    'source',
  ]);
  await addTable(
    trx,
    'fhir_resources',
    { ...source, key: 'text', 'version?': 'text', hash: 'text', document: 'text', seen_at: 'text' },
    ['user_id', 'source', 'key'],
  );
  await addTable(trx, 'fhir_files', { ...source, id: 'text', key: 'text', 'type?': 'text', bytes: 'text' }, ['id']);
  await addTable(
    trx,
    'record_items',
    {
      ...source,
      id: 'text',
      kind: 'text',
      'code?': 'text',
      'at?': 'text',
      'until?': 'text',
      withheld: 'integer',
      hash: 'text',
      document: 'text',
      arrived_at: 'text',
    },
    ['id'],
  );
  await trx.schema
    .createIndex('record_items_user_id')
    .on('record_items')
    .columns(['user_id', 'kind', 'code'])
    .execute();
  await trx.schema.createIndex('fhir_files_user_id').on('fhir_files').column('user_id').execute();
  for (const table of ['results', 'care_plans', 'events']) {
    for (const column of ['source', 'hash', 'arrived_at'])
      await trx.schema.alterTable(table).addColumn(column, 'text').execute();
    await trx.schema
      .alterTable(table)
      .addColumn('withheld', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
}

/** Until when a session's person counts as confirmed, and the erasures that the survey recorder has yet to carry out. */
async function addOwnData(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('sessions').addColumn('confirmed_until', 'text').execute();
  await trx.schema
    .createTable('survey_erasures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

async function addIdentities(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('staff_identities')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('staff_identities_subject', ['issuer', 'subject'])
    .addUniqueConstraint('staff_identities_user_name', ['issuer', 'user_name'])
    .execute();
}

/** Staff accounts at identity providers, sign-ins in progress, and the sessions that providers have opened. */
async function addStaffIdentities(trx: Transaction<unknown>): Promise<void> {
  await addIdentities(trx);
  await trx.schema
    .createTable('oidc_sign_ins')
    .addColumn('browser_hash', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('state_hash', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema
    .createTable('oidc_sessions')
    .addColumn('token_hash', 'text', (column) =>
      column.primaryKey().references('sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sid', 'text')
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .addColumn('unreachable_since', 'text')
    .execute();
  await trx.schema.createIndex('oidc_sessions_subject').on('oidc_sessions').columns(['provider', 'subject']).execute();
  await trx.schema
    .createTable('oidc_logout_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

const TEXTS = [
  'reason',
  'server',
  'tried_at',
  'failure',
  'full_at',
  'next_at',
  'requested_at',
  'lease_until',
  'lease_holder',
];

/** Links to the hospital's FHIR server: their state, where reading continues, and which process reads. */
async function addRecordLinks(trx: Transaction<unknown>): Promise<void> {
  const add = (name: string, type: 'text' | 'integer', fallback?: string | number) =>
    trx.schema
      .alterTable('fhir_links')
      .addColumn(name, type, (column) => (fallback === undefined ? column : column.notNull().defaultTo(fallback)))
      .execute();
  await add('state', 'text', 'linked');
  await add('marks', 'text', '{}');
  await add('notes', 'text', '{}');
  await add('attempts', 'integer', 0);
  await add('is_stale', 'integer', 0);
  for (const name of TEXTS) await add(name, 'text');
  await trx.schema.createIndex('fhir_links_next_at').on('fhir_links').columns(['source', 'next_at']).execute();
  // A patient of the server is never in two accounts.
  await sql`create unique index fhir_links_patient on fhir_links (source, patient_id)
    where source = 'server' and state = 'linked'`.execute(trx);
}

/** Which points of a patient's checklist for going home a reader has ticked. */
async function addGoingHome(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('going_home_ticks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('point', 'text', (column) => column.notNull())
    .addColumn('ticked_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('going_home_ticks_pk', ['user_id', 'owner_id', 'point'])
    .execute();
}

/** Requests and surveys that the hospital's FHIR server has yet to take. */
async function addHospitalOutbox(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('hospital_outbox')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('hospital_outbox_pk', ['kind', 'about'])
    .execute();
  await trx.schema
    .createIndex('hospital_outbox_next_attempt')
    .on('hospital_outbox')
    .column('next_attempt_at')
    .execute();
}

/**
 * Which number an account has proven, and the codes that prove one. Numbers from before count as unproven: nothing says
 * whose they are.
 */
async function addProvenNumbers(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('users').addColumn('proven_digits', 'text').execute();
  await trx.schema
    .createTable('phone_codes')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('phone_number', 'text', (column) => column.notNull())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

/**
 * Comparing identities at every reading: when they last agreed, what staff accepted, and what to take back if they
 * differ; and the hospital's own numbers of a patient.
 */
async function addIdentityChecks(trx: Transaction<unknown>): Promise<void> {
  for (const name of ['identified_at', 'merged_into'])
    await trx.schema.alterTable('fhir_links').addColumn(name, 'text').execute();
  await trx.schema
    .alterTable('fhir_links')
    .addColumn('accepted', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  for (const name of ['record_number', 'band_code'])
    await trx.schema.alterTable('users').addColumn(name, 'text').execute();
  await trx.schema.alterTable('fhir_resources').addColumn('last_good', 'text').execute();
}

/** The name that a person wants to be called by, and the keys by which similar names are found. */
async function addNames(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('users').addColumn('preferred_name', 'text').execute();
  await trx.schema
    .createTable('name_keys')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('name_keys_pk', ['key', 'user_id'])
    .execute();
  await trx.schema.createIndex('name_keys_user_id').on('name_keys').column('user_id').execute();
  const db = trx as unknown as Transaction<Tables>;
  const patients = db.selectFrom('users').select(['id', 'first_name', 'last_name']).where('role_type', '=', 'patient');
  for (const { id, first_name: first, last_name: last } of await patients.execute()) {
    const rows = nameKeys(first, last).map((key) => ({ key, user_id: id }));
    if (rows.length > 0) await db.insertInto('name_keys').values(rows).execute();
  }
}

/**
 * Marks emails that only the desk has entered. An existing patient with an email but no password was created by the
 * desk: everyone else chose a password when they registered.
 */
async function addUnprovenEmails(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('users')
    .addColumn('email_unproven', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update users set email_unproven = 1
    where role_type = 'patient' and password_hash is null and email not like 'none:%'
  `.execute(trx);
}

/** `EVENT_TYPE.SUPPORTER_REQUEST` */
const REQUEST = 12;

/** Supporters who were removed, left or declined. Requests to become one are pending, like the patient's invitation. */
async function addEndedSupports(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('ended_supports')
    .addColumn('supporter_id', 'text', (column) => column.notNull())
    .addColumn('patient_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('profile_id', 'integer')
    .addPrimaryKeyConstraint('ended_supports_pk', ['supporter_id', 'user_id'])
    .execute();
  for (const name of ['patient_id', 'user_id'] as const) {
    await trx.schema.createIndex(`ended_supports_${name}`).on('ended_supports').column(name).execute();
  }
  const db = trx as unknown as Transaction<Tables>;
  await db
    .updateTable('events')
    .set({ status: 'PENDING' })
    .where('type', '=', REQUEST)
    .where('status', '=', 'ACTIONABLE')
    .execute();
}

/** Plain-language texts of the hospital's own service, each for one report and one language. */
async function addExplanations(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('explanations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('result_id', 'text', (column) => column.notNull().references('results.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('text', 'text')
    .addColumn('decided_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('decided_at', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema.createIndex('explanations_of_result').on('explanations').column('result_id').execute();
  await trx.schema
    .createIndex('explanations_by_state')
    .on('explanations')
    .columns(['state', 'next_attempt_at'])
    .execute();
}

export const MIGRATIONS_0040_TO_0055: readonly Migration[] = [
  { name: '0040-records', up: addRecords },
  { name: '0044-own-data', up: addOwnData },
  { name: '0045-staff-identities', up: addStaffIdentities },
  { name: '0046-record-links', up: addRecordLinks },
  { name: '0047-going-home', up: addGoingHome },
  { name: '0048-hospital-outbox', up: addHospitalOutbox },
  { name: '0049-proven-numbers', up: addProvenNumbers },
  { name: '0051-identity-checks', up: addIdentityChecks },
  { name: '0052-names', up: addNames },
  { name: '0053-unproven-emails', up: addUnprovenEmails },
  { name: '0054-ended-supports', up: addEndedSupports },
  { name: '0055-explanations', up: addExplanations },
];
