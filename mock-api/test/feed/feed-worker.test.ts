/** Applying the hospital's feed: each sender's order, what is put aside, and several processes. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables, Trx } from '../../src/db/schema.ts';
import type { Apply, StoredMessage } from '../../src/feed/apply/apply.ts';
import type { Outcome } from '../../src/feed/apply/outcome.ts';
import { FeedWorker } from '../../src/feed/worker.ts';
import { dismissMessage, retryMessage, storeArrival } from '../../src/repositories/feed/messages.ts';
import { sealMessage } from '../../src/repositories/feed/raw.ts';
import { createApiTables } from '../operation/operator.ts';
import { messageOf } from '../support/mllp.ts';

const KEY = 'a key of this test';
const APPLIED: Outcome = { state: 'applied', userId: null };
const ASIDE: Outcome = { state: 'aside', reason: 'stay-unknown' };
const pid = (person: string) => `PID|1||${person}^^^NORTH^MR`;

describe('the feed’s worker', async () => {
  const { files } = await createApiTables();
  const handles: Database<Tables>[] = [];
  const open = () => {
    const opened = openDatabase<Tables>(readConfig(files.env).database);
    handles.push(opened);
    return opened;
  };
  const database = open();
  const { db } = database;
  const isPostgres = database.engine === 'postgres';

  after(async () => {
    for (const handle of handles) await handle.db.destroy();
    await files.drop();
  });
  beforeEach(() => db.deleteFrom('feed_message').execute());

  /** Stores a message as if it had arrived. */
  const arrive = async (id: string, type: string, person: string, sender = 'ADT') => {
    const bytes = Buffer.from(messageOf({ id, type, sender: `${sender}|NORTH` }, pid(person)));
    const hash = createHash('sha256').update(bytes).digest('hex');
    const arrival = { id: randomUUID(), sender, control_id: id, type, sent_at: '', hash, raw: sealMessage(KEY, bytes) };
    assert.equal(await storeArrival(database, { ...arrival, sent_at: id }, ''), 'stored');
    return arrival.id;
  };
  const logged: object[] = [];
  const workerOf = (apply: Apply, own = database) => {
    const log = { warn: (facts: object) => logged.push(facts) };
    const settings = { url: undefined, storageKeys: ['another key', KEY], identifierType: 'MR', onSettled: () => {} };
    return new FeedWorker({ database: own, ...settings, log, apply });
  };
  /** Applies everything, with what each message comes to by its control id. Returns the ids in the order of applying. */
  const run = async (outcomes: Record<string, Outcome | Error> = {}) => {
    const order: string[] = [];
    await workerOf(async (_trx, { header }) => {
      order.push(header.controlId);
      const outcome = outcomes[header.controlId] ?? APPLIED;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }).settled();
    return order;
  };
  const states = async () => {
    const rows = await db.selectFrom('feed_message').selectAll().orderBy('control_id').execute();
    return rows.map(({ control_id: id, state, reason }) => [id, state, ...(reason === null ? [] : [reason])].join(' '));
  };

  it('applies a sender’s messages in the order of their arrival, each once', async () => {
    for (const id of ['1', '2', '3']) await arrive(id, 'ADT^A08', 'p');
    assert.deepEqual([await run(), await run()], [['1', '2', '3'], []]);
    assert.deepEqual(await states(), ['1 applied', '2 applied', '3 applied']);
  });

  it('holds back later ADT messages of the same person only, and tries them in their order', async () => {
    const first = await arrive('1', 'ADT^A03', 'p');
    await arrive('2', 'ADT^A08', 'p');
    await arrive('3', 'ADT^A08', 'q');
    await arrive('4', 'ORU^R01', 'p');
    await arrive('5', 'ADT^A08', 'p', 'OTHER');
    assert.deepEqual(new Set(await run({ 1: ASIDE })), new Set(['1', '3', '4', '5']));
    // The message of the other sender shows that the person is here: what waits is tried again, and fails again.
    assert.deepEqual(await states(), [
      '1 aside stay-unknown',
      '2 aside earlier',
      '3 applied',
      '4 applied',
      '5 applied',
    ]);
    await db.transaction().execute((trx) => retryMessage(trx, first));
    assert.deepEqual(await run(), ['1', '2']);
    assert.equal(
      (await states()).every((state) => state.endsWith('applied')),
      true,
    );
  });

  it('tries what was put aside again once the person arrives, also of other senders', async () => {
    await arrive('1', 'ORU^R01', 'p', 'LAB');
    await arrive('2', 'ORU^R01', 'q', 'LAB');
    await run({ 1: ASIDE, 2: ASIDE });
    await arrive('3', 'ADT^A01', 'p');
    assert.deepEqual(await run({ 2: ASIDE }), ['3', '1']);
    assert.deepEqual(await states(), ['1 applied', '2 aside stay-unknown', '3 applied']);
  });

  it('applies what a dismissed message held back', async () => {
    const first = await arrive('1', 'ADT^A03', 'p');
    await arrive('2', 'ADT^A08', 'p');
    await run({ 1: ASIDE });
    assert.equal(await db.transaction().execute((trx) => dismissMessage(trx, first)), true);
    assert.deepEqual(await run(), ['2']);
    assert.deepEqual(await states(), ['1 dismissed', '2 applied']);
    assert.equal(await db.transaction().execute((trx) => dismissMessage(trx, first)), false);
  });

  it('puts a message aside that can’t be applied or read, undoes what it wrote, and goes on', async () => {
    const write = async (trx: Trx, name: string) => {
      await trx.insertInto('facts').values({ name, value: '' }).execute();
    };
    await arrive('1', 'ADT^A01', 'p');
    await arrive('2', 'ADT^A01', 'q');
    const strange = await arrive('3', 'ADT^A01', 'r');
    await arrive('4', 'ADT^A01', 's');
    await db
      .updateTable('feed_message')
      .set({ raw: sealMessage('lost key', Buffer.from('')) })
      .where('id', '=', strange)
      .execute();
    await workerOf(async (trx, { header }) => {
      await write(trx, `feed-${header.controlId}`);
      if (header.controlId === '1') throw new TypeError('quotes a name');
      return header.controlId === '2' ? ASIDE : APPLIED;
    }).settled();
    assert.deepEqual(await states(), ['1 aside internal', '2 aside stay-unknown', '3 aside unreadable', '4 applied']);
    const written = await db.selectFrom('facts').select('name').where('name', 'like', 'feed-%').execute();
    assert.deepEqual(
      written.map(({ name }) => name),
      ['feed-4'],
    );
    assert.doesNotMatch(JSON.stringify(logged), /quotes/);
    assert.match(JSON.stringify(logged), /TypeError/);
  });

  it('leaves a message to the next attempt while the database is out', async () => {
    await arrive('1', 'ADT^A01', 'p');
    await run({ 1: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
    assert.deepEqual(await states(), ['1 received']);
    assert.deepEqual(await run(), ['1']);
  });

  it('of several processes applies each sender’s messages in one order, each once', async () => {
    const senders = ['A', 'B', 'C'];
    for (let number = 10; number < 30; number += 1)
      for (const sender of senders) await arrive(`${sender}${number}`, 'ADT^A08', sender, sender);
    const order: string[] = [];
    const running = new Set<string>();
    const apply = async (_trx: Trx, { header }: StoredMessage): Promise<Outcome> => {
      const sender = header.application;
      assert.ok(!running.has(sender), 'nobody else applies a message of this sender');
      running.add(sender);
      order.push(header.controlId);
      await new Promise((turn) => setImmediate(turn));
      running.delete(sender);
      return APPLIED;
    };
    const workers = [workerOf(apply), workerOf(apply, open())];
    await Promise.all(workers.map((worker) => worker.settled()));
    // One that has ended because the other was at work leaves nothing.
    assert.equal(order.length, 60);
    for (const sender of senders) {
      const own = order.filter((id) => id.startsWith(sender));
      assert.deepEqual(own, own.toSorted());
    }
  });

  it('takes over from a process that died while it applied a message', { skip: !isPostgres }, async () => {
    await arrive('1', 'ADT^A01', 'p');
    await arrive('2', 'ADT^A01', 'p');
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let die = (_error: Error) => {};
    const dying = workerOf(
      () => {
        begin();
        return new Promise((_, reject) => {
          die = reject;
        });
      },
      openDatabase<Tables>(readConfig(files.env).database),
    );
    const dead = dying.settled();
    await begun;
    assert.deepEqual(await run(), [], 'the other process has the sender');
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    assert.deepEqual(await run(), ['1', '2']);
    die(Object.assign(new Error('ended'), { code: '57P01' }));
    await dying.close();
    await dead;
    assert.deepEqual(await states(), ['1 applied', '2 applied']);
  });
});
