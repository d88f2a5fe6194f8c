/** Retention periods: what is deleted and what is kept, once a night, and the command that only counts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { linkEntries } from '../../src/audit/chain.ts';
import { verifyChain } from '../../src/audit/verify.ts';
import type { Retention } from '../../src/config/retention.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import { RECORDER_MIGRATIONS, type RecorderTables } from '../../src/recorder/tables.ts';
import { insertUser } from '../../src/repositories/accounts/users.ts';
import { RetentionJob } from '../../src/retention/job.ts';
import { NightLease, nightOf } from '../../src/retention/lease.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import type { TestDatabase } from '../support/database.ts';
import { createApiTables, runCommand } from './operator.ts';

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
  feed: 10,
  audit: 10,
};

describe('retention', () => {
  let files: TestDatabase;
  let database: Database<Tables>;
  let recorder: Database<RecorderTables>;

  const names = async (table: 'users' | 'messages' | 'requests' | 'events' | 'support_requests' | 'feed_message') => {
    const rows = database.db
      .selectFrom(table as 'users')
      .select('id')
      .orderBy('id');
    return (await rows.execute()).map(({ id }) => id).filter((id) => !/^[0-9a-f-]{36}$/.test(id));
  };

  before(async () => {
    const tables = await createApiTables();
    files = tables.files;
    database = tables.open();
    recorder = openDatabase<RecorderTables>(readRecorderConfig(files.env).database);
    await recorder.db.transaction().execute((trx) => migrate(trx, recorder.engine, RECORDER_MIGRATIONS));
    const { db } = database;
    const ACCOUNTS: Record<string, [days: number, values: object]> = {
      forgotten: [2000, {}],
      returned: [2000, { last_login_at: ago(5) }],
      discharged: [300, { last_login_at: ago(200) }],
      unvalidated: [20, { email_validated: 0 }],
      registering: [2, { email_validated: 0 }],
      nurse: [2000, { role_type: 'staff' }],
    };
    for (const [id, [days, values]] of Object.entries(ACCOUNTS)) {
      const account = { id, first_name: id, last_name: '', email: `${id}@example.net`, email_validated: 1 } as const;
      await insertUser(db, newUser({ ...account, created_at: ago(days), updated_at: ago(days), ...values }));
    }
    const message = { channel: 'sms', recipient: '1', body: '', attempts: 1, next_attempt_at: ago(0) } as const;
    const messages = [
      { id: 'old', state: 'sent', created_at: ago(11) },
      { id: 'new', state: 'sent', created_at: ago(9) },
      { id: 'queued', state: 'queued', created_at: ago(11) },
    ] as const;
    await db
      .insertInto('messages')
      .values(messages.map((row) => ({ ...message, ...row })))
      .execute();
    const user = { user_id: 'returned', author_id: 'returned' };
    const request = { ...user, profile_id: 1, kind: 'question', text: '', created_at: ago(50) } as const;
    const requests = [
      { id: 'done', status: 'done', done_at: ago(11) },
      { id: 'open', status: 'seen', done_at: null },
    ] as const;
    await db
      .insertInto('requests')
      .values(requests.map((row) => ({ ...request, ...row })))
      .execute();
    const seen = {
      previous_stay: 0,
      viewed: 1,
      is_read: 1,
      is_dismissed: 0,
      created_at: ago(150),
      updated_at: ago(150),
    };
    for (const user_id of ['discharged', 'returned']) {
      const event = { id: `of-${user_id}`, user_id, profile_id: 1, type: 0, status: 'VIEWED', document: '{}' } as const;
      await db
        .insertInto('events')
        .values({ ...event, ...seen } as const)
        .execute();
      const question = { id: `asked-by-${user_id}`, author_id: user_id, text: '', about: null, answered_at: null };
      await db
        .insertInto('rounds_questions')
        .values({ ...question, user_id, created_at: ago(150) })
        .execute();
      const plan = { date: '2026-01-01', document: '{}', updated_at: ago(150) };
      await db
        .insertInto('day_plans')
        .values({ ...plan, user_id, written_by: null, read_back: null, read_back_at: null })
        .execute();
    }
    for (const days of [9, 11]) {
      const support = { id: `${days}-days`, user_id: 'returned', issue: '', contact_method: '', comments: '' };
      await db
        .insertInto('support_requests')
        .values({ ...support, created_at: ago(days) })
        .execute();
    }
    const arrival = { sender: 'A/F', control_id: '', type: '', sent_at: '', hash: '', raw: '', due_at: '' };
    const unmatched = { reason: null, user_id: null, stay: null };
    for (const [days, state] of [
      [9, 'applied'],
      [11, 'aside'],
      [12, 'received'],
    ] as const) {
      const row = { ...arrival, ...unmatched, id: `${days}-days`, sequence: days, state, received_at: ago(days) };
      await db.insertInto('feed_message').values(row).execute();
    }
    for (const days of [39, 41]) {
      const receipt = {
        key_hash: `${days}`,
        payload_hash: '',
        receipt_id: `${days}`,
        survey: 'admission',
        hospital: '',
      };
      const times = { claimed_at: ago(days), received_at: ago(days) };
      await recorder.db
        .insertInto('receipts')
        .values({ ...receipt, ...times, state: 'done', answers: '{}' })
        .execute();
    }
  });
  after(async () => {
    await database.db.destroy();
    await recorder.db.destroy();
    await files.drop();
  });

  it('--dry-run prints the counts and deletes nothing', async () => {
    const { signUps: _signUps, ...periods } = PERIODS;
    const settings = Object.entries(periods).map(([name, days]) => [`RETAIN_${name.toUpperCase()}_DAYS`, String(days)]);
    const env = { ...files.env, ...Object.fromEntries(settings) };
    const { out } = await runCommand('operator/retention-command.ts', env, '--dry-run');
    for (const line of [
      /^1\ttexts, emails and pushes \(10 days\)/m,
      /^1\tunused accounts/m,
      /^1\tregistrations/m,
      /^1\trequests to the hospital/m,
      /^1\tsurveys at the recorder/m,
      /^0\tentries of the audit log/m,
    ])
      assert.match(out, line);
    assert.deepEqual(await names('messages'), ['new', 'old', 'queued']);
  });

  it('deletes once a night what is over its period, whatever the number of processes', async () => {
    const logged: object[] = [];
    const log = { info: (facts: object) => logged.push(facts), warn: (facts: object) => logged.push(facts) };
    const jobs = [1, 2, 3].map(() => new RetentionJob(database.db, PERIODS, log as never));
    for (let round = 0; round < 2; round += 1) await Promise.all(jobs.map((job) => job.settled()));
    const deleted = { registrations: 1, accounts: 1, care: 1, messages: 1, support: 1, requests: 1, feed: 1 };
    assert.deepEqual(logged, [{ deleted: { ...deleted, signUps: 0, surveys: 0 } }]);
    assert.deepEqual(await names('users'), ['discharged', 'nurse', 'registering', 'returned']);
    assert.deepEqual(await names('events'), ['of-returned']);
    for (const table of ['rounds_questions', 'day_plans'] as const) {
      const rows = await database.db.selectFrom(table).select('user_id').execute();
      assert.deepEqual(
        rows.map((row) => row.user_id),
        ['returned'],
      );
    }
    assert.deepEqual(await names('messages'), ['new', 'queued']);
    assert.deepEqual(await names('requests'), ['open']);
    assert.deepEqual(await names('support_requests'), ['9-days']);
    assert.deepEqual(await names('feed_message'), ['12-days', '9-days']);
    const entries = await database.db.selectFrom('audit').selectAll().execute();
    const erased = entries.filter(({ action }) => action === 'ACCOUNT_ERASED').map((row) => row.subject_id);
    assert.deepEqual(erased.toSorted(), ['forgotten', 'unvalidated']);
    const expired = entries.filter(({ action }) => action === 'DATA_EXPIRED');
    assert.deepEqual(Object.fromEntries(expired.map((row) => [row.object, Number(row.object_id)])), deleted);
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
