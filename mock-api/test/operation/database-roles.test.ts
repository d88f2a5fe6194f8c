/** On PostgreSQL: the application's own role can use the product, and can do nothing to the audit log but add to it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
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
import { runCommand } from './operator.ts';

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

/** Runs statements on the server. Returns the error code of each. */
async function run(url: string | undefined, statements: readonly string[]): Promise<(string | undefined)[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const codes: (string | undefined)[] = [];
  for (const statement of statements)
    codes.push(
      await client.query(statement).then(
        () => undefined,
        (error: { code: string }) => error.code,
      ),
    );
  await client.end();
  return codes;
}

/** Returns the statements that a role may execute. Each is undone. */
async function acceptedOf(url: string, statements: readonly string[]): Promise<string[]> {
  const codes = await run(
    url,
    statements.flatMap((statement) => [`begin; ${statement}`, 'rollback']),
  );
  return statements.filter((_, index) => codes[2 * index] !== '42501');
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
    const { out, errors } = await runCommand(file, settings, ...args);
    return out || errors;
  };
  const signIn = async () => {
    const payload = { username: 'patient@example.org', password: 'Demo-pass1' };
    return (await app.inject({ method: 'POST', url: '/api/v1/sessions', payload })).statusCode;
  };

  before(async () => {
    files = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'roles-'));
    await run(files.env.DATABASE_URL, [
      ...[owner, application].map((role) => `create role ${role} login password 'secret'`),
      `alter database ${new URL(urlAs(owner)).pathname.slice(1)} owner to ${owner}`,
    ]);
    env = { DATABASE_URL: urlAs(application) };
    owned = { ...env, DATABASE_OWNER_URL: urlAs(owner) };
  });
  after(async () => {
    await app.close();
    await files.drop();
    await rm(folder, { recursive: true });
    await run(SERVER, [`drop role ${owner}`, `drop role ${application}`]);
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
    assert.deepEqual(await acceptedOf(urlAs(application), statements), []);
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
    assert.deepEqual(await acceptedOf(urlAs(application), ATTACKS('audit')), []);
  });
});
