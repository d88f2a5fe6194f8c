/** On PostgreSQL: the application's own role can use the product, and can do nothing to the audit log but add to it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { buildApp } from '../../src/app.ts';
import { linkEntries } from '../../src/audit/chain.ts';
import { verifyChain } from '../../src/audit/verify.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import type { App } from '../../src/services/context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SOURCE = resolve(import.meta.dirname, '../../src');
const SERVER = process.env.TEST_POSTGRES_URL;

/** What someone with the application's password might try, on each of the two tables. */
const ATTACKS = (table: string) => [
  `alter table ${table} disable trigger all`,
  `alter table ${table} disable trigger ${table}_append_only`,
  `drop trigger ${table}_append_only on ${table}`,
  `create trigger aside before insert on ${table} for each row execute function audit_is_append_only()`,
  `create rule aside as on insert to ${table} do instead nothing`,
  `truncate ${table}`,
  `delete from ${table}`,
  `update ${table} set id = id`.replace('audit_chain set id = id', 'audit_chain set hash = hash'),
  `alter table ${table} rename to aside`,
  `alter table ${table} owner to current_user`,
  `drop table ${table}`,
  `grant all on ${table} to current_user; delete from ${table}`,
  `create or replace function audit_is_append_only() returns trigger language plpgsql as $$ begin return null; end $$`,
  `create table public.${table}_copy ()`,
  `set session_replication_role = replica`,
];

async function statementsFail(url: string, statements: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const accepted: string[] = [];
  for (const statement of statements) {
    const code = await client.query(`begin; ${statement}`).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
    await client.query('rollback');
    if (code !== '42501') accepted.push(`${code}: ${statement}`);
  }
  await client.end();
  return accepted;
}

describe('database roles', { skip: SERVER === undefined && 'SQLite has no roles' }, () => {
  const name = randomUUID().replaceAll('-', '').slice(0, 12);
  const [owner, application] = [`owner_${name}`, `application_${name}`];
  let files: TestDatabase;
  let env: Record<string, string>;
  let owned: Record<string, string>;
  let app: App;
  let folder: string;

  const urlAs = (role: string) => {
    const url = new URL(String(files.env.DATABASE_URL));
    Object.assign(url, { username: role, password: 'secret' });
    return url.href;
  };
  const command = async (file: string, settings: Record<string, string>, ...args: string[]) => {
    const { DATABASE_URL: _unused, ...inherited } = process.env;
    const options = { env: { ...inherited, ...settings } };
    return promisify(execFile)(process.execPath, [join(SOURCE, file), ...args], options).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    );
  };
  const signIn = async () => {
    const payload = { username: 'patient@example.org', password: 'Demo-pass1' };
    return (await app.inject({ method: 'POST', url: '/api/v1/sessions', payload })).statusCode;
  };

  before(async () => {
    files = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'roles-'));
    const admin = new pg.Client({ connectionString: files.env.DATABASE_URL });
    await admin.connect();
    for (const role of [owner, application]) await admin.query(`create role ${role} login password 'secret'`);
    await admin.query(`alter database ${new URL(urlAs(owner)).pathname.slice(1)} owner to ${owner}`);
    await admin.end();
    env = { DATABASE_URL: urlAs(application) };
    owned = { ...env, DATABASE_OWNER_URL: urlAs(owner) };
  });
  after(async () => {
    await app.close();
    await files.drop();
    await rm(folder, { recursive: true });
    const server = new pg.Client({ connectionString: SERVER });
    await server.connect();
    await server.query(`drop role ${owner}`);
    await server.query(`drop role ${application}`);
    await server.end();
  });

  it('the application names the command that is missing until the owner has migrated', async () => {
    await assert.rejects(buildApp(readConfig(env)), /Run "npm run migrate" with DATABASE_OWNER_URL first/);
    assert.equal(await command('operator/migrate-command.ts', owned), 'The database is up to date.\n');
    app = await buildApp(readConfig(env));
    assert.equal(await signIn(), 200);
    const recorder = await buildRecorder(readRecorderConfig(env));
    assert.equal((await recorder.inject('/health')).statusCode, 200);
    await recorder.close();
  });

  it('refuses everything that the application’s role tries on the audit log', async (test) => {
    const statements = ['audit', 'audit_chain'].flatMap(ATTACKS);
    assert.deepEqual(await statementsFail(urlAs(application), statements), []);
    test.diagnostic(`audit log: ${statements.length} statements of the application's role, 0 accepted`);
    const database = openDatabase<Tables>(readConfig(env).database);
    await linkEntries(database, false);
    const { faults, count } = await verifyChain(database.db);
    await database.db.destroy();
    assert.deepEqual([faults, count > 0], [[], true]);
  });

  it('restore notices the application, runs as the owner and grants the same again', async () => {
    const file = join(folder, 'api.backup');
    assert.match(await command('backup/backup-command.ts', env, file), /rows of the api are in/);
    assert.match(await command('backup/restore-command.ts', owned, file, '--replace'), /in use by/);
    await app.close();
    assert.match(await command('backup/restore-command.ts', owned, file, '--replace'), /are restored/);
    app = await buildApp(readConfig(env));
    assert.equal(await signIn(), 200);
    assert.deepEqual(await statementsFail(urlAs(application), ATTACKS('audit')), []);
  });
});
