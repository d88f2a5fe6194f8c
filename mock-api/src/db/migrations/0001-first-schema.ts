import type { CreateTableBuilder, Transaction } from 'kysely';
import type { Migration } from '../migrate.ts';

type Columns = Record<string, 'text' | 'integer'>;

/** Columns end in `?` when they may be null. */
function table(trx: Transaction<unknown>, name: string, columns: Columns): CreateTableBuilder<string, string> {
  let builder: CreateTableBuilder<string, string> = trx.schema.createTable(name);
  for (const [column, type] of Object.entries(columns)) {
    const optional = column.endsWith('?');
    builder = builder.addColumn(optional ? column.slice(0, -1) : column, type, (definition) =>
      optional ? definition : definition.notNull(),
    );
  }
  return builder;
}

/** A table of rows that belong to one user and go with that user. */
function ownedTable(trx: Transaction<unknown>, name: string, columns: Columns): CreateTableBuilder<string, string> {
  return table(trx, name, { user_id: 'text', ...columns }).addForeignKeyConstraint(
    `${name}_user`,
    ['user_id'],
    'users',
    ['id'],
    (key) => key.onDelete('cascade'),
  );
}

async function createAccess(trx: Transaction<unknown>): Promise<void> {
  await table(trx, 'users', {
    id: 'text',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    'contact_email?': 'text',
    'password_hash?': 'text',
    'wristband_code?': 'text',
    phone_number: 'text',
    'phone?': 'text',
    'mobile_phone?': 'text',
    'address?': 'text',
    'address2?': 'text',
    'city?': 'text',
    'suite?': 'text',
    'province?': 'text',
    'country?': 'text',
    'postal_code?': 'text',
    'organization?': 'text',
    role_type: 'text',
    is_champion: 'integer',
    'championed_by?': 'text',
    'tracking_number?': 'text',
    'content?': 'text',
    status_id: 'integer',
    hospital_status_id: 'integer',
    email_validated: 'integer',
    nda: 'integer',
    terms_conditions: 'integer',
    scan_count: 'integer',
    locale: 'text',
    'scanned_at?': 'text',
    'last_login_at?': 'text',
    'pin_entered_at?': 'text',
    'confirmed_at?': 'text',
    'demo_completed_at?': 'text',
    'disabled_at?': 'text',
    created_at: 'text',
    updated_at: 'text',
    'deleted_at?': 'text',
  })
    .addPrimaryKeyConstraint('users_pk', ['id'])
    .addUniqueConstraint('users_email', ['email'])
    .addUniqueConstraint('users_wristband', ['wristband_code'])
    .execute();
  await ownedTable(trx, 'sessions', {
    token_hash: 'text',
    scope: 'text',
    may_change_phone: 'integer',
    created_at: 'text',
    expires_at: 'text',
  })
    .addPrimaryKeyConstraint('sessions_pk', ['token_hash'])
    .execute();
  await ownedTable(trx, 'one_time_tokens', {
    token_hash: 'text',
    kind: 'text',
    created_at: 'text',
    expires_at: 'text',
    'used_at?': 'text',
  })
    .addPrimaryKeyConstraint('one_time_tokens_pk', ['token_hash'])
    .execute();
  await ownedTable(trx, 'pin_codes', {
    salt: 'text',
    code_hash: 'text',
    attempts: 'integer',
    created_at: 'text',
    expires_at: 'text',
    'used_at?': 'text',
  })
    .addPrimaryKeyConstraint('pin_codes_pk', ['user_id'])
    .execute();
  await table(trx, 'throttles', {
    key: 'text',
    count: 'integer',
    window_started_at: 'text',
    'blocked_until?': 'text',
  })
    .addPrimaryKeyConstraint('throttles_pk', ['key'])
    .execute();
}

async function createCare(trx: Transaction<unknown>): Promise<void> {
  await ownedTable(trx, 'events', {
    id: 'text',
    profile_id: 'integer',
    type: 'integer',
    status: 'text',
    'link_id?': 'text',
    previous_stay: 'integer',
    viewed: 'integer',
    is_read: 'integer',
    is_dismissed: 'integer',
    'accepted_at?': 'text',
    document: 'text',
    created_at: 'text',
    updated_at: 'text',
    'deleted_at?': 'text',
  })
    .addPrimaryKeyConstraint('events_pk', ['id'])
    .execute();
  await ownedTable(trx, 'profiles', { id: 'integer', document: 'text' })
    .addPrimaryKeyConstraint('profiles_pk', ['user_id', 'id'])
    .execute();
  await ownedTable(trx, 'results', {
    id: 'text',
    profile_id: 'integer',
    type: 'integer',
    performed_at: 'text',
    results_at: 'text',
    document: 'text',
  })
    .addPrimaryKeyConstraint('results_pk', ['id'])
    .execute();
  for (const name of ['care_plans', 'notifications']) {
    await ownedTable(trx, name, { id: 'text', profile_id: 'integer', created_at: 'text', document: 'text' })
      .addPrimaryKeyConstraint(`${name}_pk`, ['id'])
      .execute();
  }
  await ownedTable(trx, 'supporters', {
    id: 'text',
    profile_id: 'integer',
    name: 'text',
    'phone_digits?': 'text',
    status: 'text',
    permissions: 'text',
    document: 'text',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('supporters_pk', ['id'])
    .execute();
}

async function createStoryAndMessages(trx: Transaction<unknown>): Promise<void> {
  await table(trx, 'starter_documents', { position: 'integer', kind: 'text', document: 'text' })
    .addPrimaryKeyConstraint('starter_documents_pk', ['position'])
    .execute();
  await table(trx, 'story_steps', { series: 'text', step: 'integer', delay_ms: 'integer', document: 'text' })
    .addPrimaryKeyConstraint('story_steps_pk', ['series', 'step'])
    .execute();
  await ownedTable(trx, 'story_positions', { series: 'text', position: 'integer' })
    .addPrimaryKeyConstraint('story_positions_pk', ['user_id', 'series'])
    .execute();
  await table(trx, 'messages', {
    id: 'text',
    channel: 'text',
    recipient: 'text',
    'subject?': 'text',
    body: 'text',
    state: 'text',
    attempts: 'integer',
    next_attempt_at: 'text',
    created_at: 'text',
    'sent_at?': 'text',
  })
    .addPrimaryKeyConstraint('messages_pk', ['id'])
    .execute();
  await table(trx, 'interest_sign_ups', {
    email: 'text',
    name: 'text',
    'city?': 'text',
    opt_in: 'integer',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('interest_sign_ups_pk', ['email'])
    .execute();
  await ownedTable(trx, 'support_requests', {
    id: 'text',
    issue: 'text',
    contact_method: 'text',
    comments: 'text',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('support_requests_pk', ['id'])
    .execute();
  await table(trx, 'facts', { name: 'text', value: 'text' }).addPrimaryKeyConstraint('facts_pk', ['name']).execute();
}

/** What is looked up by something else than its primary key. */
const INDEXES = [
  ['sessions', 'user_id'],
  ['one_time_tokens', 'user_id'],
  ['events', 'user_id', 'created_at'],
  ['results', 'user_id', 'results_at'],
  ['care_plans', 'user_id', 'created_at'],
  ['notifications', 'user_id', 'created_at'],
  ['supporters', 'user_id', 'created_at'],
  ['support_requests', 'user_id'],
  ['messages', 'state', 'next_attempt_at'],
  ['messages', 'created_at'],
] as const;

export const firstSchema: Migration = {
  name: '0001-first-schema',
  async up(trx) {
    await createAccess(trx);
    await createCare(trx);
    await createStoryAndMessages(trx);
    for (const [name, ...columns] of INDEXES) {
      await trx.schema
        .createIndex(`${name}_${columns.join('_')}`)
        .on(name)
        .columns([...columns])
        .execute();
    }
  },
};
