/** Retention periods: what is deleted and what is kept, once a night, and the command that only counts. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { linkEntries } from '../../src/audit/chain.ts';
import { verifyChain } from '../../src/audit/verify.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Retention } from '../../src/config/retention.ts';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import { RECORDER_MIGRATIONS, type RecorderTables } from '../../src/recorder/tables.ts';
import { insertUser } from '../../src/repositories/accounts/users.ts';
import { RetentionJob } from '../../src/retention/job.ts';
import { NightLease, nightOf } from '../../src/retention/lease.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const PERIODS: Retention = {
  messages: 10,
  support: 10,
  signUps: 10,
  requests: 10,
  care: 100,
  surveys: 40,
  accounts: 1000,
  registrations: 10,
  audit: 10,
};

describe('retention', () => {
  let files: TestDatabase;
  let database: Database<Tables>;
  let recorder: Database<RecorderTables>;

  const names = async <Table extends 'users' | 'messages' | 'requests' | 'events' | 'support_requests'>(
    table: Table,
  ) => {
    const rows = await database.db
      .selectFrom(table as 'users')
      .select('id')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id).filter((id) => !/^[0-9a-f-]{36}$/.test(id));
  };
  const account = (id: string, days: number, values: object = {}) => {
    const time = ago(days);
    const names_ = { first_name: id, last_name: '', email: `${id}@example.net` };
    return insertUser(
      database.db,
      newUser({ id, ...names_, email_validated: 1, created_at: time, updated_at: time, ...values }),
    );
  };

  before(async () => {
    files = await createTestDatabase();
    database = openDatabase<Tables>(readConfig(files.env).database);
    recorder = openDatabase<RecorderTables>(readRecorderConfig(files.env).database);
    await database.db.transaction().execute((trx) => migrate(trx, database.engine, MIGRATIONS));
    await recorder.db.transaction().execute((trx) => migrate(trx, recorder.engine, RECORDER_MIGRATIONS));
    const { db } = database;
    await account('forgotten', 2000);
    await account('returned', 2000, { last_login_at: ago(5) });
    await account('discharged', 300, { last_login_at: ago(200) });
    await account('unvalidated', 20, { email_validated: 0 });
    await account('registering', 2, { email_validated: 0 });
    await account('nurse', 2000, { role_type: 'staff' });
    const message = { channel: 'sms', recipient: '1', body: '', attempts: 1, next_attempt_at: ago(0) } as const;
    for (const [id, state, days] of [
      ['old', 'sent', 11],
      ['new', 'sent', 9],
      ['queued', 'queued', 11],
    ] as const)
      await db
        .insertInto('messages')
        .values({ id, ...message, state, created_at: ago(days) })
        .execute();
    const request = { user_id: 'returned', author_id: 'returned', profile_id: 1, kind: 'question', text: '' } as const;
    for (const [id, status, done] of [
      ['done', 'done', ago(11)],
      ['open', 'seen', null],
    ] as const)
      await db
        .insertInto('requests')
        .values({ id, ...request, status, created_at: ago(50), done_at: done })
        .execute();
    const event = {
      profile_id: 1,
      type: 0,
      status: 'VIEWED',
      previous_stay: 0,
      viewed: 1,
      is_read: 1,
      is_dismissed: 0,
    } as const;
    for (const [id, user_id] of [
      ['of-discharged', 'discharged'],
      ['of-returned', 'returned'],
    ] as const)
      await db
        .insertInto('events')
        .values({ id, user_id, ...event, document: '{}', created_at: ago(150), updated_at: ago(150) })
        .execute();
    for (const days of [9, 11])
      await db
        .insertInto('support_requests')
        .values({
          id: `${days}-days`,
          user_id: 'returned',
          issue: '',
          contact_method: '',
          comments: '',
          created_at: ago(days),
        })
        .execute();
    for (const days of [39, 41])
      await recorder.db
        .insertInto('receipts')
        .values({
          key_hash: `${days}`,
          payload_hash: '',
          receipt_id: `${days}`,
          survey: 'admission',
          hospital: '',
          state: 'done',
          claimed_at: ago(days),
          received_at: ago(days),
          answers: '{}',
        })
        .execute();
  });
  after(async () => {
    await database.db.destroy();
    await recorder.db.destroy();
    await files.drop();
  });

  it('--dry-run prints the counts and deletes nothing', async () => {
    const periods = Object.entries({
      MESSAGES: 10,
      SUPPORT: 10,
      REQUESTS: 10,
      CARE: 100,
      SURVEYS: 40,
      ACCOUNTS: 1000,
      REGISTRATIONS: 10,
      AUDIT: 10,
    });
    const settings = Object.fromEntries(periods.map(([name, days]) => [`RETAIN_${name}_DAYS`, String(days)]));
    const command = resolve(import.meta.dirname, '../../src/operator/retention-command.ts');
    const { DATABASE_URL: _unused, ...inherited } = process.env;
    const options = { env: { ...inherited, ...files.env, ...settings } };
    const { stdout } = await promisify(execFile)(process.execPath, [command, '--dry-run'], options);
    for (const line of [
      /^1\ttexts, emails and pushes \(10 days\)/m,
      /^1\tunused accounts/m,
      /^1\tregistrations/m,
      /^1\trequests to the hospital/m,
      /^1\tsurveys at the recorder/m,
      /^0\tentries of the audit log/m,
    ])
      assert.match(stdout, line);
    assert.deepEqual(await names('messages'), ['new', 'old', 'queued']);
  });

  it('deletes once a night what is over its period, whatever the number of processes', async () => {
    const logged: object[] = [];
    const log = { info: (facts: object) => logged.push(facts), warn: (facts: object) => logged.push(facts) };
    const jobs = [1, 2, 3].map(() => new RetentionJob(database.db, PERIODS, log as never));
    await Promise.all(jobs.map((job) => job.run()));
    await Promise.all(jobs.map((job) => job.run()));
    const deleted = {
      registrations: 1,
      accounts: 1,
      care: 1,
      messages: 1,
      support: 1,
      signUps: 0,
      requests: 1,
      surveys: 0,
    };
    assert.deepEqual(logged, [{ deleted }]);
    assert.deepEqual(await names('users'), ['discharged', 'nurse', 'registering', 'returned']);
    assert.deepEqual(await names('events'), ['of-returned']);
    assert.deepEqual(await names('messages'), ['new', 'queued']);
    assert.deepEqual(await names('requests'), ['open']);
    assert.deepEqual(await names('support_requests'), ['9-days']);
    const entries = await database.db
      .selectFrom('audit')
      .select(['action', 'object', 'object_id', 'subject_id'])
      .execute();
    const erased = entries
      .filter(({ action }) => action === 'ACCOUNT_ERASED')
      .map(({ subject_id: subject }) => subject);
    assert.deepEqual(erased.toSorted(), ['forgotten', 'unvalidated']);
    const counts = entries
      .filter(({ action }) => action === 'DATA_EXPIRED')
      .map(({ object, object_id: count }) => `${object} ${count}`);
    assert.deepEqual(counts.toSorted(), [
      'accounts 1',
      'care 1',
      'messages 1',
      'registrations 1',
      'requests 1',
      'support 1',
    ]);
    await linkEntries(database, true);
    assert.deepEqual((await verifyChain(database.db)).faults, []);
  });

  it('another process continues after one that has died, and no two have the lease', async () => {
    const [first, second] = [1, 2].map(() => new NightLease(database.db, 'test'));
    assert.ok(first && second);
    assert.equal(await first.take('2026-11-25'), true);
    assert.equal(await second.take('2026-11-25'), false);
    const stored = database.db.selectFrom('facts').select('value').where('name', '=', 'test');
    const { until: _until, ...rest } = JSON.parse((await stored.executeTakeFirstOrThrow()).value);
    const value = JSON.stringify({ ...rest, until: ago(1) });
    await database.db.updateTable('facts').set({ value }).where('name', '=', 'test').execute();
    assert.equal(await second.take('2026-11-25'), true);
    assert.equal(await first.extend('2026-11-25'), false, 'the first one has to stop');
    assert.equal(await second.finish('2026-11-25'), true);
    assert.equal(await first.take('2026-11-25'), false);
    assert.equal(await first.take('2026-11-26'), true);
    assert.equal(nightOf(new Date(2026, 10, 26, 2, 59)), '2026-11-25');
    assert.equal(nightOf(new Date(2026, 10, 26, 3, 1)), '2026-11-26');
  });
});
