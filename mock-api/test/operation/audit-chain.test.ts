/** The hash chain of the audit log: what it finds, several writers, and the removal of old entries. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { AuditChain, headOf, linkEntries } from '../../src/audit/chain.ts';
import { linkHash } from '../../src/audit/entries.ts';
import { pruneAudit } from '../../src/audit/prune.ts';
import { AuditVerification, verifyAndStore } from '../../src/audit/verification-job.ts';
import { verifyChain } from '../../src/audit/verify.ts';
import { readConfig } from '../../src/config/config.ts';
import { APPEND_ONLY, appendOnly } from '../../src/db/append-only.ts';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables, Trx } from '../../src/db/schema.ts';
import { audit } from '../../src/repositories/audit.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const COMMAND = resolve(import.meta.dirname, '../../src/operator/audit-command.ts');
const WRITERS = 4;
const ENTRIES = 25;

/** Thrown to undo a transaction. */
const UNDO = new Error('undo');

const entry = (objectId: string) =>
  ({ action: 'RECORD_VIEWED', actor: 'a-nurse', subject: 'a-patient', object: 'results', objectId }) as const;

/** A database with the API's tables, used without the API. */
async function openLog(): Promise<{ files: TestDatabase; open(): Database<Tables> }> {
  const files = await createTestDatabase();
  const open = () => openDatabase<Tables>(readConfig(files.env).database);
  const database = open();
  await database.db.transaction().execute((trx) => migrate(trx, database.engine, MIGRATIONS));
  await database.db.destroy();
  return { files, open };
}

async function command(env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL: _unused, ...inherited } = process.env;
  try {
    const options = { env: { ...inherited, ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], options);
    return { code: 0, output: stdout.trim() };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr.trim() };
  }
}

describe('the hash chain of the audit log', () => {
  let files: TestDatabase;
  let database: Database<Tables>;
  let ids: string[];
  let head: Awaited<ReturnType<typeof headOf>>;
  /** Metrics before entries had links. */
  let unlinked: string;
  const registry = new Registry();

  /** Changes the log as the owner of its tables can, and returns what the verification finds, then undoes it. */
  async function faultsAfter(change: (trx: Trx) => Promise<unknown>, known = head): Promise<string[]> {
    let faults: string[] = [];
    const changed = database.db.transaction().execute(async (trx) => {
      for (const table of APPEND_ONLY)
        for (const statement of appendOnly(database.engine, table).remove) await sql.raw(statement).execute(trx);
      await change(trx);
      ({ faults } = await verifyChain(trx, known));
      throw UNDO;
    });
    await assert.rejects(changed, UNDO);
    return faults;
  }

  before(async () => {
    const log = await openLog();
    files = log.files;
    database = log.open();
    const { db } = database;
    // Entries of an earlier version, whose ids were random.
    const [old, time] = ['f0000000-0000-4000-8000-000000000000', '2026-01-01T00:00:00.000Z'];
    const { action, object } = entry('');
    const fields = { action, object, actor_id: null, subject_id: null, object_id: null };
    await db
      .insertInto('audit')
      .values({ id: old, at: time, ...fields })
      .execute();
    for (let index = 0; index < 9; index += 1) await audit(db, entry(`result-${index}`));
    new AuditChain(database, { info: () => {}, warn: () => {} }).measure(registry);
    unlinked = await registry.metrics();
    await linkEntries(database, true);
    head = await headOf(db);
    ids = (await db.selectFrom('audit_chain').select('entry_id').orderBy('number').execute()).map(
      (row) => row.entry_id,
    );
  });
  after(async () => {
    await database.db.destroy();
    await files.drop();
  });

  it('links existing and new entries, and is intact', async () => {
    const { faults, count, first, last } = await verifyChain(database.db, head);
    assert.deepEqual([faults, count, first, last], [[], 10, ids[0], ids[9]]);
    await linkEntries(database, true);
    assert.deepEqual(await headOf(database.db), head, 'nothing is linked twice');
  });

  it('metrics show the last link, and how long entries have been without one', async () => {
    assert.match(unlinked, /^lodestar_audit_links 0$/m);
    assert.match(unlinked, /^lodestar_audit_unlinked_seconds (?!0$)[\d.e+]+$/m);
    const linked = await registry.metrics();
    assert.match(linked, /^lodestar_audit_links 10$/m);
    assert.match(linked, /^lodestar_audit_unlinked_seconds 0$/m);
    assert.match(linked, /^lodestar_audit_link_failures_total 0$/m);
  });

  it('metrics show what the last verification found, also a log that was cut off since the one before', async () => {
    const { db } = database;
    const measured = async (from: Database<Tables>['db']) => {
      const metrics = new Registry();
      new AuditVerification(from, { error: () => {}, warn: () => {} }).measure(metrics);
      return metrics.metrics();
    };
    const never = await measured(db);
    assert.match(never, /^lodestar_audit_verified_timestamp_seconds 0$/m);
    await verifyAndStore(db);
    const intact = await measured(db);
    assert.match(intact, /^lodestar_audit_faults 0$/m);
    assert.match(intact, /^lodestar_audit_verified_timestamp_seconds [\d.e+]{9,}$/m);
    let broken = '';
    await faultsAfter(async (trx) => {
      await trx.deleteFrom('audit_chain').where('entry_id', '=', String(ids[9])).execute();
      await trx.deleteFrom('audit').where('id', '=', String(ids[9])).execute();
      await verifyAndStore(trx);
      broken = await measured(trx);
    });
    assert.match(broken, /^lodestar_audit_faults 1$/m);
  });

  it('names a changed entry', async () => {
    for (const change of [{ actor_id: 'nobody' }, { at: '2026-01-02T00:00:00.000Z' }, { object_id: null }]) {
      const faults = await faultsAfter((trx) =>
        trx.updateTable('audit').set(change).where('id', '=', String(ids[4])).execute(),
      );
      assert.equal(faults.at(0), `Entry ${ids[4]} (link 5) was changed, or is not in its place.`);
    }
  });

  it('names a deleted entry, with or without its link', async () => {
    const without = (trx: Trx) => trx.deleteFrom('audit').where('id', '=', String(ids[4])).execute();
    assert.deepEqual(await faultsAfter(without), [`Entry ${ids[4]} (link 5) was deleted.`]);
    const withLink = async (trx: Trx) => {
      await without(trx);
      await trx.deleteFrom('audit_chain').where('entry_id', '=', String(ids[4])).execute();
    };
    assert.deepEqual(await faultsAfter(withLink), ['Links 5 to 5 are missing.']);
  });

  it('names an inserted entry, with or without a link', async () => {
    const at = '2026-01-03T00:00:00.000Z';
    const { action, object } = entry('');
    const row = { id: 'inserted', at, action, object, actor_id: null, subject_id: null, object_id: null };
    const alone = (trx: Trx) => trx.insertInto('audit').values(row).execute();
    assert.deepEqual(await faultsAfter(alone), [
      'Entry inserted (no link) was inserted: it is older than linked entries.',
    ]);
    const linked = async (trx: Trx) => {
      await alone(trx);
      const number = head.number + 1;
      const hash = linkHash(head.hash, number, row);
      await trx.insertInto('audit_chain').values({ number, hash, entry_id: row.id }).execute();
    };
    assert.deepEqual(await faultsAfter(linked), ['Entry inserted (link 11) was inserted later than its time says.']);
  });

  it('names reordered entries', async () => {
    const faults = await faultsAfter(async (trx) => {
      const place = (number: number, id: unknown) =>
        trx
          .updateTable('audit_chain')
          .set({ entry_id: String(id) })
          .where('number', '=', number)
          .execute();
      await place(4, 'aside');
      await place(5, ids[3]);
      await place(4, ids[4]);
    });
    assert.deepEqual(
      faults,
      [`Entry ${ids[4]} (link 4)`, `Entry ${ids[3]} (link 5)`].map(
        (one) => `${one} was changed, or is not in its place.`,
      ),
    );
  });

  it('a link noted earlier shows that the end was cut off, or the whole chain rewritten', async () => {
    const missing = [`Link ${head.number} with the given hash is missing.`];
    const cut = async (trx: Trx) => {
      await trx.deleteFrom('audit').where('id', '=', String(ids[9])).execute();
      await trx.deleteFrom('audit_chain').where('number', '=', head.number).execute();
    };
    assert.deepEqual(await faultsAfter(cut), missing);
    const rewrite = async (trx: Trx) => {
      await trx.updateTable('audit').set({ actor_id: 'nobody' }).where('id', '=', String(ids[9])).execute();
      await trx.deleteFrom('audit_chain').execute();
      for (const row of await trx.selectFrom('audit').selectAll().orderBy('at').orderBy('id').execute()) {
        const { number, hash } = await headOf(trx);
        const link = { number: number + 1, hash: linkHash(hash, number + 1, row), entry_id: row.id };
        await trx.insertInto('audit_chain').values(link).execute();
      }
    };
    assert.deepEqual(await faultsAfter(rewrite), missing);
  });

  it('the command reports an intact log with its first and last entry, and fails on a missing link', async () => {
    const { code, output } = await command(files.env, 'verify');
    assert.deepEqual(
      [code, output.split('\n')],
      [
        0,
        [
          `The audit log is intact: 10 entries, from ${ids[0]} to ${ids[9]}; 0 not linked yet.`,
          `Last link: ${head.number}:${head.hash}`,
        ],
      ],
    );
    const other = await command(files.env, 'verify-since', `${head.number}:${'0'.repeat(64)}`);
    assert.equal(other.code, 1);
    assert.match(other.output, /^The audit log is broken:\nLink 10 with the given hash is missing\./);
  });
});

describe('the audit chain of several processes', () => {
  it('has one link per committed entry, however they write and link at the same time', async () => {
    const { files, open } = await openLog();
    // Two handles of one SQLite file in one process would block each other's waiting.
    const handles = Array.from({ length: files.env.DATABASE_URL ? WRITERS : 1 }, open);
    const [database = open()] = handles;
    const write = async (writer: number) => {
      const { db } = handles[writer % handles.length] ?? database;
      for (let index = 0; index < ENTRIES; index += 1) {
        const name = `${writer}-${index}`;
        const work = db.transaction().execute(async (trx) => {
          await audit(trx, entry(name), entry(`${name}-again`));
          if (index % 5 === 0) throw UNDO;
        });
        if (index % 5 === 0) await assert.rejects(work, UNDO);
        else await work;
      }
    };
    let isWriting = true;
    const link = async (handle: Database<Tables>) => {
      while (isWriting) await linkEntries(handle, false);
    };
    const linking = handles.slice(0, 2).map(link);
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
      isWriting = false;
    });
    await Promise.all(linking);
    await linkEntries(database, false);
    const { count, faults, waiting } = await verifyChain(database.db);
    assert.deepEqual([count, faults, waiting], [WRITERS * ENTRIES * 2 * 0.8, [], 0]);
    await Promise.all(handles.map(({ db }) => db.destroy()));
    await files.drop();
  });
});

describe('the removal of old audit entries', () => {
  it('leaves a chain that is intact, and protects the log again', async () => {
    const { files, open } = await openLog();
    const database = open();
    const { db } = database;
    const { action, object } = entry('');
    const rows = Array.from({ length: 6 }, (_, index) => ({
      id: `00000000-0000-7000-8000-00000000000${index}`,
      at: `202${index}-05-01T00:00:00.000Z`,
      ...{ action, object, actor_id: null, subject_id: null, object_id: null },
    }));
    await db.insertInto('audit').values(rows).execute();
    assert.equal(await pruneAudit(database, '2023-01-01T00:00:00.000Z'), 3);
    assert.deepEqual((await verifyChain(db)).faults, []);
    assert.equal(await pruneAudit(database, '2024-01-01T00:00:00.000Z'), 1);
    const { faults, count, first } = await verifyChain(db);
    assert.deepEqual([faults, count, first], [[], 4, rows[4]?.id]);
    await assert.rejects(db.deleteFrom('audit').execute(), /append only/);
    await assert.rejects(db.deleteFrom('audit_chain').execute(), /append only/);
    // Without its record, the same removal is found.
    const unrecorded = db.transaction().execute(async (trx) => {
      for (const table of APPEND_ONLY)
        for (const statement of appendOnly(database.engine, table).remove) await sql.raw(statement).execute(trx);
      await trx.deleteFrom('audit').where('id', '=', String(first)).execute();
      await trx.deleteFrom('audit_chain').where('entry_id', '=', String(first)).execute();
      assert.deepEqual((await verifyChain(trx)).faults, ['Links 1 to 5 are missing.']);
      throw UNDO;
    });
    await assert.rejects(unrecorded, UNDO);
    await db.destroy();
    await files.drop();
  });
});
