/** The hash chain of the audit log: what it finds, several writers, and the removal of old entries. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { AuditChain, linkEntries, linkHash, pruneAudit } from '../../src/audit/chain.ts';
import { AuditVerification, verifyAndStore } from '../../src/audit/verification-job.ts';
import { verifyChain } from '../../src/audit/verify.ts';
import type { Database } from '../../src/db/open.ts';
import type { Db, Tables, Trx } from '../../src/db/schema.ts';
import { audit } from '../../src/repositories/audit.ts';
import { headOf } from '../../src/repositories/audit-chain.ts';
import type { TestDatabase } from '../support/database.ts';
import { createApiTables, runCommand, unprotect } from './operator.ts';

const WRITERS = 4;
const ENTRIES = 25;

/** Thrown to undo a transaction. */
const UNDO = new Error('undo');

const entry = (objectId: string) =>
  ({ action: 'RECORD_VIEWED', actor: 'a-nurse', subject: 'a-patient', object: 'results', objectId }) as const;
const rowOf = (id: string, at: string) => {
  const nobody = { actor_id: null, subject_id: null, object_id: null };
  return { id, at, action: 'RECORD_VIEWED', object: 'results', ...nobody } as const;
};
const insertLink = (trx: Trx, number: number, hash: string, id: string) =>
  trx.insertInto('audit_chain').values({ number, hash, entry_id: id }).execute();
/** Deletes an entry with its link. */
async function deleteEntry(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('audit').where('id', '=', id).execute();
  await trx.deleteFrom('audit_chain').where('entry_id', '=', id).execute();
}

describe('the hash chain of the audit log', () => {
  let files: TestDatabase;
  let database: Database<Tables>;
  let ids: string[];
  let head: Awaited<ReturnType<typeof headOf>>;
  /** Metrics before entries had links. */
  let unlinked: string;
  const registry = new Registry();
  const idAt = (index: number) => String(ids[index]);

  /** Changes the log, and returns what the verification finds, then undoes it. */
  async function faultsAfter(change: (trx: Trx) => Promise<unknown>, known = head): Promise<string[]> {
    let faults: string[] = [];
    const changed = database.db.transaction().execute(async (trx) => {
      await unprotect(trx, database);
      await change(trx);
      ({ faults } = await verifyChain(trx, known));
      throw UNDO;
    });
    await assert.rejects(changed, UNDO);
    return faults;
  }

  before(async () => {
    const log = await createApiTables();
    files = log.files;
    database = log.open();
    const { db } = database;
    // An entry of an earlier version, whose ids were random.
    const old = rowOf('f0000000-0000-4000-8000-000000000000', '2026-01-01T00:00:00.000Z');
    await db.insertInto('audit').values(old).execute();
    for (let index = 0; index < 9; index += 1) await audit(db, entry(`result-${index}`));
    new AuditChain(database, { warn: () => {} }).measure(registry);
    unlinked = await registry.metrics();
    await linkEntries(database, true);
    head = await headOf(db);
    const links = await db.selectFrom('audit_chain').select('entry_id').orderBy('number').execute();
    ids = links.map((link) => link.entry_id);
  });
  after(async () => {
    await database.db.destroy();
    await files.drop();
  });

  it('links existing and new entries, and is intact, as the metrics show', async () => {
    const { faults, count, first, last } = await verifyChain(database.db, head);
    assert.deepEqual([faults, count, first, last], [[], 10, ids[0], ids[9]]);
    await linkEntries(database, true);
    assert.deepEqual(await headOf(database.db), head, 'nothing is linked twice');
    assert.match(unlinked, /^lodestar_audit_links 0$/m);
    assert.match(unlinked, /^lodestar_audit_unlinked_seconds (?!0$)[\d.e+]+$/m);
    const linked = (await registry.metrics()).split('\n');
    for (const line of ['links 10', 'unlinked_seconds 0', 'link_failures_total 0'])
      assert.ok(linked.includes(`lodestar_audit_${line}`), line);
  });

  it('metrics show what the last verification found, also a log that was cut off since the one before', async () => {
    const { db } = database;
    const measured = async (from: Db | Trx) => {
      const metrics = new Registry();
      new AuditVerification(from, { error: () => {}, warn: () => {} }).measure(metrics);
      return metrics.metrics();
    };
    assert.match(await measured(db), /^lodestar_audit_verified_timestamp_seconds 0$/m);
    await verifyAndStore(db);
    const intact = await measured(db);
    assert.match(intact, /^lodestar_audit_faults 0$/m);
    assert.match(intact, /^lodestar_audit_verified_timestamp_seconds [\d.e+]{9,}$/m);
    await faultsAfter(async (trx) => {
      await deleteEntry(trx, idAt(9));
      await verifyAndStore(trx);
      assert.match(await measured(trx), /^lodestar_audit_faults 1$/m);
    });
  });

  it('names a changed entry', async () => {
    for (const change of [{ actor_id: 'nobody' }, { at: '2026-01-02T00:00:00.000Z' }, { object_id: null }]) {
      const faults = await faultsAfter((trx) =>
        trx.updateTable('audit').set(change).where('id', '=', idAt(4)).execute(),
      );
      assert.equal(faults[0], `Entry ${ids[4]} (link 5) was changed, or is not in its place.`);
    }
  });

  it('names deleted, inserted and reordered entries, with or without their links', async () => {
    const inserted = rowOf('inserted', '2026-01-03T00:00:00.000Z');
    const place = (trx: Trx, number: number, id: string) =>
      trx.updateTable('audit_chain').set({ entry_id: id }).where('number', '=', number).execute();
    const cases: [change: (trx: Trx) => Promise<unknown>, faults: string[]][] = [
      [(trx) => trx.deleteFrom('audit').where('id', '=', idAt(4)).execute(), [`Entry ${ids[4]} (link 5) was deleted.`]],
      [(trx) => deleteEntry(trx, idAt(4)), ['Links 5 to 5 are missing.']],
      [
        (trx) => trx.insertInto('audit').values(inserted).execute(),
        ['Entry inserted (no link) was inserted: it is older than linked entries.'],
      ],
      [
        async (trx) => {
          await trx.insertInto('audit').values(inserted).execute();
          const number = head.number + 1;
          await insertLink(trx, number, linkHash(head.hash, number, inserted), inserted.id);
        },
        ['Entry inserted (link 11) was inserted later than its time says.'],
      ],
      [
        async (trx) => {
          await place(trx, 4, 'aside');
          await place(trx, 5, idAt(3));
          await place(trx, 4, idAt(4));
        },
        [`Entry ${ids[4]} (link 4)`, `Entry ${ids[3]} (link 5)`].map(
          (one) => `${one} was changed, or is not in its place.`,
        ),
      ],
    ];
    for (const [change, faults] of cases) assert.deepEqual(await faultsAfter(change), faults);
  });

  it('a link noted earlier shows that the end was cut off, or the whole chain rewritten', async () => {
    const missing = [`Link ${head.number} with the given hash is missing.`];
    assert.deepEqual(await faultsAfter((trx) => deleteEntry(trx, idAt(9))), missing);
    const rewrite = async (trx: Trx) => {
      await trx.updateTable('audit').set({ actor_id: 'nobody' }).where('id', '=', idAt(9)).execute();
      await trx.deleteFrom('audit_chain').execute();
      for (const row of await trx.selectFrom('audit').selectAll().orderBy('at').orderBy('id').execute()) {
        const { number, hash } = await headOf(trx);
        await insertLink(trx, number + 1, linkHash(hash, number + 1, row), row.id);
      }
    };
    assert.deepEqual(await faultsAfter(rewrite), missing);
  });

  it('the command reports an intact log with its first and last entry and what that leaves unproven, and fails on a missing link', async () => {
    const command = (...args: string[]) => runCommand('operator/audit-command.ts', files.env, ...args);
    const { code, out } = await command('verify');
    const says = `The audit log is intact: 10 entries, from ${ids[0]} to ${ids[9]}; 0 not linked yet.`;
    assert.equal(code, 0);
    assert.ok(out.startsWith(`${says}\nLast link: ${head.number}:${head.hash}\n`), out);
    assert.match(out, /does not prove what the application did with its own role/);
    const other = await command('verify-since', `${head.number}:${'0'.repeat(64)}`);
    assert.equal(other.code, 1);
    assert.match(other.errors, /^The audit log is broken:\nLink 10 with the given hash is missing\./);
  });
});

describe('the audit chain of several processes', () => {
  it('has one link per committed entry, however they write and link at the same time', async () => {
    const { files, open } = await createApiTables();
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
    const { files, open } = await createApiTables();
    const database = open();
    const { db } = database;
    const rows = Array.from({ length: 6 }, (_, index) =>
      rowOf(`00000000-0000-7000-8000-00000000000${index}`, `202${index}-05-01T00:00:00.000Z`),
    );
    await db.insertInto('audit').values(rows).execute();
    assert.equal(await pruneAudit(database, '2023-01-01T00:00:00.000Z'), 3);
    assert.deepEqual((await verifyChain(db)).faults, []);
    assert.equal(await pruneAudit(database, '2024-01-01T00:00:00.000Z'), 1);
    const { faults, count, first } = await verifyChain(db);
    assert.deepEqual([faults, count, first], [[], 4, rows[4]?.id]);
    for (const table of ['audit', 'audit_chain'] as const)
      await assert.rejects(db.deleteFrom(table).execute(), /append only/);
    // Without its record, the same removal is found.
    const unrecorded = db.transaction().execute(async (trx) => {
      await unprotect(trx, database);
      await deleteEntry(trx, String(first));
      assert.deepEqual((await verifyChain(trx)).faults, ['Links 1 to 5 are missing.']);
      throw UNDO;
    });
    await assert.rejects(unrecorded, UNDO);
    await db.destroy();
    await files.drop();
  });
});
