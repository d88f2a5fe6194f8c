/** A real backup of a running API, and a real restore: into an empty database, and over what was written since. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '../src/config.ts';
import type { ApiError, AuditEntry, CareEvent } from '../src/contract.ts';
import { openDatabase } from '../src/db/open.ts';
import type { Tables } from '../src/db/schema.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const SOURCE = resolve(import.meta.dirname, '../src/backup');
const run = promisify(execFile);

interface Said {
  code: number;
  out: string;
  errors: string;
}

/** Runs one of the two commands, as an operator does. */
async function command(name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]): Promise<Said> {
  const { DATABASE_URL: _unused, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env } };
  try {
    const { stdout } = await run(process.execPath, [join(SOURCE, `${name}-command.ts`), ...args], options);
    return { code: 0, out: stdout, errors: '' };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, out: '', errors: stderr };
  }
}

async function signUps(env: Record<string, string>): Promise<string[]> {
  const { db } = openDatabase<Tables>(readConfig(env).database);
  const rows = await db.selectFrom('interest_sign_ups').select('email').orderBy('email').execute();
  await db.destroy();
  return rows.map(({ email }) => email);
}

describe('backup and restore', () => {
  let files: TestDatabase;
  let server: ServerProcess;
  let folder: string;
  let file: string;
  let token: string;
  let events: CareEvent[];

  const signUp = (email: string) =>
    server.post('/api/v1/users/poc', { email, name: 'Noor’s “friend” ☂', optIn: true, city: 'Trois-Rivières' });
  const refused = async (words: RegExp, ...args: string[]) => {
    const { code, errors } = await command('restore', files.env, ...args);
    assert.equal(code, 1);
    assert.match(errors, words);
    assert.doesNotMatch(errors, /\n {4}at /);
  };

  before(async () => {
    files = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'api-backup-'));
    file = join(folder, 'api.backup');
    server = await startServer(files.env);
    token = await server.signIn();
    for (const step of [0, 1, 2, 3]) await server.post(`/api/v1/story/patient/steps/${step}`, {}, token);
    await signUp('before@example.org');
    events = await server.get<CareEvent[]>('/api/events', token);
    const { code, out, errors } = await command('backup', files.env, file);
    assert.deepEqual([code, errors], [0, '']);
    assert.match(out, /^\d+ rows of the api are in .*\. It holds patient data/);
    await signUp('after@example.org');
  });

  after(async () => {
    await server.end('SIGTERM');
    await files.drop();
    await rm(folder, { recursive: true });
  });

  it('is written while the API runs, for its owner alone, and replaces no file', async () => {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const { code, errors } = await command('backup', files.env, file);
    assert.equal(code, 1);
    assert.match(errors, /exists already/);
  });

  it('is not restored under a running API, nor over data without a word, nor when damaged', async () => {
    await refused(/in use/, file, '--replace');
    await server.end('SIGTERM');
    await refused(/holds data\. Add --replace/, file);
    const whole = await readFile(file);
    const cut = join(folder, 'cut');
    await writeFile(cut, whole.subarray(0, whole.length - 40));
    const altered = join(folder, 'altered');
    await writeFile(altered, 'not a backup');
    for (const damaged of [cut, altered]) await refused(/no complete backup/, damaged, '--replace');
    await refused(/There is no file/, join(folder, 'nothing'));
    await refused(/Usage: npm run restore/);
    await refused(/is a backup of the api, not of the recorder/, file, '--recorder');
    assert.deepEqual(await signUps(files.env), ['after@example.org', 'before@example.org']);
  });

  it('brings back what was there, all of it and nothing else; everybody signs in again', async () => {
    const { code, out, errors } = await command('restore', files.env, file, '--replace');
    assert.deepEqual([code, errors], [0, '']);
    assert.match(out, /Everybody signs in again/);
    assert.deepEqual(await signUps(files.env), ['before@example.org']);
    server = await startServer(files.env);
    const { error } = await server.get<ApiError>('/api/events', token);
    assert.equal(error.code, 'UNAUTHENTICATED');
    token = await server.signIn();
    assert.deepEqual(await server.get<CareEvent[]>('/api/events', token), events);
    const log = await server.get<AuditEntry[]>('/api/v1/access-log', token);
    assert.equal(log.filter(({ action }) => action === 'SIGNED_IN').length, 2);
  });

  it('goes into an empty database as well, whose audit log still refuses changes', async () => {
    const empty = await createTestDatabase();
    const { code, errors } = await command('restore', empty.env, file);
    assert.deepEqual([code, errors], [0, '']);
    assert.deepEqual(await signUps(empty.env), ['before@example.org']);
    const { db } = openDatabase<Tables>(readConfig(empty.env).database);
    assert.ok((await db.selectFrom('audit').selectAll().execute()).length > 0);
    await assert.rejects(db.deleteFrom('audit').execute(), /append only/);
    assert.deepEqual(await db.selectFrom('sessions').selectAll().execute(), []);
    await db.destroy();
    await empty.drop();
  });
});
