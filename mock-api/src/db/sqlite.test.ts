import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { openDatabase } from './open.ts';

const OPENERS = 2;
const ROUNDS = 20;

/** Opens each file once all openers are ready, and posts the errors. */
const OPENER = `
  const { workerData, parentPort } = require('node:worker_threads');
  const { module, files, arrivals, openers } = workerData;
  import(module).then(({ sqliteDialect }) => {
    const problems = [];
    files.forEach((file, round) => {
      Atomics.add(arrivals, round, 1);
      while (Atomics.load(arrivals, round) < openers);
      try { sqliteDialect(file); } catch (error) { problems.push(error.message); }
    });
    parentPort.postMessage(problems);
  });
`;

describe('a SQLite file', () => {
  it('a new SQLite database is readable only by its owner', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'sqlite-test-'));
    const folder = join(parent, 'data');
    const { db } = openDatabase<Record<string, never>>({ url: undefined, file: join(folder, 'api.sqlite') });
    await sql`create table one (two text)`.execute(db);
    assert.equal((await stat(folder)).mode & 0o077, 0);
    const files = await readdir(folder);
    assert.ok(files.length > 1, 'the log of writes lies beside it');
    for (const file of files) assert.equal((await stat(join(folder, file))).mode & 0o077, 0, file);
    await db.destroy();
    await rm(parent, { recursive: true });
  });

  it('can be created by two threads at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sqlite-test-'));
    const workerData = {
      module: import.meta.resolve('./sqlite.ts'),
      files: Array.from({ length: ROUNDS }, (_, round) => join(folder, `${round}.sqlite`)),
      arrivals: new Int32Array(new SharedArrayBuffer(ROUNDS * Int32Array.BYTES_PER_ELEMENT)),
      openers: OPENERS,
    };
    const problems = await Promise.all(
      Array.from(
        { length: OPENERS },
        () =>
          new Promise((done, fail) => {
            new Worker(OPENER, { eval: true, workerData }).once('message', done).once('error', fail);
          }),
      ),
    );
    assert.deepEqual(problems.flat(), []);
    await rm(folder, { recursive: true });
  });
});
