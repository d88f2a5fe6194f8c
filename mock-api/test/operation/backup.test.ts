/** Backs up a running API and restores the backup into an empty database and over newer data. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type AnyTables, storeOf } from '../../src/backup/stores.ts';
import type { ApiError, AuditEntry, CareEvent } from '../../src/contract.ts';
import { MIGRATIONS, TABLES } from '../../src/db/migrations.ts';
import { openDatabase, withDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { selectUnlinked } from '../../src/repositories/audit-chain.ts';
import { copyTemplate, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/services.ts';
import { runCommand } from './operator.ts';

const command = (name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) =>
  runCommand(`backup/${name}-command.ts`, env, ...args);

/** Returns every row of these tables as the table's name and its contents. */
const rowsOf = (env: Record<string, string>, tables: readonly string[]): Promise<string[]> =>
  withDatabase<AnyTables, string[]>(storeOf('api', env).address, async ({ db }) => {
    const rows: string[] = [];
    for (const table of tables) {
      const all = await db.selectFrom(table).selectAll().execute();
      rows.push(...all.map((row) => `${table} ${JSON.stringify(row)}`));
    }
    return rows.sort();
  });

/** Returns whether the running API still has audit entries to link, which would change rows during the backup. */
async function hasUnlinked(env: Record<string, string>): Promise<boolean> {
  const { db } = openDatabase<Tables>(storeOf('api', env).address);
  const entry = await selectUnlinked(db).select('id').limit(1).executeTakeFirst();
  await db.destroy();
  return entry !== undefined;
}

/** Tables that must not be restored. */
const SHORT_LIVED = [
  'sessions',
  'second_factors',
  'one_time_tokens',
  'pin_codes',
  'mail_requests',
  'messages',
  'changes',
  'deliveries',
  'change_numbers',
  'push_subscriptions',
  'news_position',
];
const BACKED_UP = TABLES.filter((table) => ![...SHORT_LIVED, MIGRATIONS.log].includes(table));
const backedUpRows = (env: Record<string, string>) => rowsOf(env, BACKED_UP);
const shortLivedRows = (env: Record<string, string>) => rowsOf(env, SHORT_LIVED);

describe('backup and restore', () => {
  let files: TestDatabase;
  let server: ServerProcess;
  let folder: string;
  let file: string;
  let token: string;
  let events: CareEvent[];
  /** The rows that were backed up. */
  let saved: string[];
  /** Number of refused restores. */
  let refusals = 0;

  const signUp = (email: string) =>
    server.post('/api/v1/users/poc', { email, name: 'Noor’s “friend” ☂', optIn: true, city: 'Trois-Rivières' });
  const refused = async (words: RegExp, ...args: string[]) => {
    const { code, errors } = await command('restore', files.env, ...args);
    assert.equal(code, 1);
    assert.match(errors, words);
    assert.doesNotMatch(errors, /\n {4}at /);
    refusals += 1;
  };

  before(async () => {
    files = await copyTemplate('demo');
    folder = await mkdtemp(join(tmpdir(), 'api-backup-'));
    file = join(folder, 'api.backup');
    server = await startServer(files.env);
    token = await server.signIn();
    for (const step of [0, 1, 2, 3]) await server.post(`/api/v1/story/patient/steps/${step}`, {}, token);
    await signUp('before@example.org');
    events = await server.get<CareEvent[]>('/api/events', token);
    await until(async () => !(await hasUnlinked(files.env)));
    saved = await backedUpRows(files.env);
    const { code, out, errors } = await command('backup', files.env, file);
    assert.deepEqual([code, errors], [0, '']);
    assert.match(out, new RegExp(`^${saved.length} rows of the api are in .*\\. The file contains patient data`));
    await signUp('after@example.org');
  });

  after(async () => {
    await server.end('SIGTERM');
    await files.drop();
    await rm(folder, { recursive: true });
  });

  it('a backup is readable only by its owner and overwrites nothing', async () => {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.match((await command('backup', files.env, file)).errors, /exists already/);
  });

  it('a backup can be tried while the API runs, whose metrics have the times', async () => {
    const moments = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return ['backup', 'restore_test'].map((name) =>
        Number(new RegExp(`^lodestar_${name}_timestamp_seconds (\\S+)$`, 'm').exec(text)?.[1]),
      );
    };
    const [made, tried] = await moments();
    assert.ok(made && made > Date.parse('2026-01-01') / 1000 && tried === 0, `${made} ${tried}`);
    const { code, out, errors } = await command('restore', files.env, '--test', file);
    assert.deepEqual([code, errors], [0, '']);
    assert.match(out, new RegExp(`^${saved.length} rows of the api can be restored\\. Nothing was changed`));
    assert.ok(Number((await moments())[1]) >= made);
    const damaged = join(folder, 'damaged-for-test');
    await writeFile(damaged, (await readFile(file)).subarray(0, -40));
    await refused(/not a complete backup/, damaged, '--test');
    await refused(/Usage: npm run restore/, file, '--test', '--replace');
  });

  it('restore refuses a running API, existing data and damaged files', async () => {
    await refused(/in use/, file, '--replace');
    await server.end('SIGTERM');
    const standing = await backedUpRows(files.env);
    assert.ok(standing.some((row) => row.includes('after@example.org')));
    await refused(/holds data\. Add --replace/, file);
    const whole = await readFile(file);
    for (const content of [whole.subarray(0, whole.length - 40), 'not a backup']) {
      const damaged = join(folder, 'damaged');
      await writeFile(damaged, content);
      await refused(/not a complete backup/, damaged, '--replace');
    }
    await refused(/There is no file/, join(folder, 'nothing'));
    await refused(/Usage: npm run restore/);
    await refused(/is a backup of the api, not of the recorder/, file, '--recorder');
    assert.deepEqual(await backedUpRows(files.env), standing);
  });

  it('restore brings back exactly the saved rows and ends all sessions', async () => {
    const { code, out, errors } = await command('restore', files.env, file, '--replace');
    assert.deepEqual([code, errors], [0, '']);
    assert.match(out, new RegExp(`^${saved.length} rows of the api .*Everyone has to sign in again`));
    const restored = await backedUpRows(files.env);
    const revived = await shortLivedRows(files.env);
    assert.deepEqual([restored, revived], [saved, []]);
    console.log(`backup and restore: ${restored.length} rows came back, 0 lost; ${refusals} wrong restores refused`);
    server = await startServer(files.env);
    assert.equal((await server.get<ApiError>('/api/events', token)).error.code, 'UNAUTHENTICATED');
    token = await server.signIn();
    assert.deepEqual(await server.get<CareEvent[]>('/api/events', token), events);
    const log = await server.get<AuditEntry[]>('/api/v1/access-log', token);
    assert.equal(log.filter(({ action }) => action === 'SIGNED_IN').length, 2);
  });

  it('restore fills an empty database and keeps the audit log append-only', async () => {
    const empty = await createTestDatabase();
    const { code, errors } = await command('restore', empty.env, file);
    assert.deepEqual([code, errors], [0, '']);
    assert.deepEqual(await backedUpRows(empty.env), saved);
    assert.deepEqual(await shortLivedRows(empty.env), []);
    assert.ok(saved.some((row) => row.startsWith('audit ')));
    await withDatabase<Tables, void>(storeOf('api', empty.env).address, ({ db }) =>
      assert.rejects(db.deleteFrom('audit').execute(), /append only/),
    );
    await empty.drop();
  });

  it('an encrypted backup is sent elsewhere, and only its key restores the same rows', async () => {
    const [from, to] = [await createTestDatabase(), await createTestDatabase()];
    await command('restore', from.env, file);
    const key = (name: string) => join(folder, name);
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    await writeFile(key('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    await writeFile(key('private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const send = join(folder, 'send');
    await writeFile(send, `#!/bin/sh\ncp "$1" '${folder}/elsewhere'\n`, { mode: 0o700 });
    const encrypted = join(folder, 'encrypted.backup');

    const plain = await command('backup', { ...from.env, BACKUP_SEND_COMMAND: send }, encrypted);
    assert.match(plain.errors, /^BACKUP_PUBLIC_KEY_FILE is missing/);
    const sealing = { ...from.env, BACKUP_PUBLIC_KEY_FILE: key('public.pem') };
    const unsent = await command('backup', { ...sealing, BACKUP_SEND_COMMAND: 'false' }, join(folder, 'unsent'));
    assert.match(unsent.errors, /did not send it \(1\)/);
    const made = await command('backup', { ...sealing, BACKUP_SEND_COMMAND: send }, encrypted);
    assert.deepEqual([made.code, made.errors], [0, '']);
    const bytes = await readFile(join(folder, 'elsewhere'));
    assert.deepEqual(bytes, await readFile(encrypted));

    const own = { ...to.env, BACKUP_PRIVATE_KEY_FILE: key('private.pem') };
    assert.match((await command('restore', to.env, encrypted)).errors, /is encrypted: set BACKUP_PRIVATE_KEY_FILE/);
    const asPrivate = { ...to.env, BACKUP_PRIVATE_KEY_FILE: key('public.pem') };
    assert.match((await command('restore', asPrivate, encrypted)).errors, /must name a file with a private X25519 key/);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(join(folder, 'flipped'), flipped);
    assert.match((await command('restore', own, join(folder, 'flipped'))).errors, /not a complete backup/);
    const restored = await command('restore', own, join(folder, 'elsewhere'));
    assert.deepEqual([restored.code, restored.errors], [0, '']);
    assert.deepEqual(await backedUpRows(to.env), saved);
    await from.drop();
    await to.drop();
  });
});
