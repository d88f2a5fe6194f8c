/** Runs every command of docs/incidents.md on a hospital's database, set up as docs/operate.md says. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR } from 'mock-api/common/clock';
import { openDatabase } from 'mock-api/db/open';
import type { Tables } from 'mock-api/db/schema';
import { openSession } from 'mock-api/repositories/accounts/sessions';
import { insertNobody } from 'mock-api/services/accounts/accounts';
import { startPostgres } from 'mock-api/test/support/postgres';
import { REPO } from 'server-kit/paths';
import { blocksIn } from './blocks.ts';
import { ShellSession } from './shell-session.ts';

const STAFF = 'nurse@wards.example.org';

const shellBlocks = async (page: string) =>
  blocksIn(await readFile(join(REPO, 'docs', page), 'utf8')).flatMap(({ kind, text }) => (kind === 'sh' ? [text] : []));

test('each command of the run-book for incidents works', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'incidents-'));
  const postgres = await startPostgres();
  for (const name of ['etc', 'backups', 'data/keys']) await mkdir(join(folder, name), { recursive: true });
  const etc = join(folder, 'etc');
  const { DATABASE_URL: _unused, DEPLOY_ROOT: _root, ...inherited } = process.env;
  const host = new URL(postgres.url).host;
  const shell = new ShellSession(REPO, {
    ...inherited,
    ...{ DATA_ROOT: join(folder, 'data'), ETC: etc, LOGS: folder, BACKUPS: join(folder, 'backups') },
    ...{ ADMIN_URL: postgres.url, DATABASE_HOST: host, DATABASE_PASSWORD: 'leaked', OWNER_PASSWORD: 'leaked-too' },
    ...{ PUBLIC_URL: 'https://localhost:8443', PUBLIC_HOST: 'localhost', PORT: '8443', STAFF_EMAIL: STAFF },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', SMS_WEBHOOK_URL: 'http://127.0.0.1:9/', HOSPITAL: 'Hilltop Hospital' },
    ...{
      SUPPORT_EMAIL: 'help@hilltop.example',
      SUPPORT_PHONE: '+1 613 555 0100',
      SUPPORT_TOLL_FREE: '+1 888 555 0100',
    },
  });
  t.after(async () => {
    await shell.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  const urlOf = (user: string, password: string) => `postgres://${user}:${password}@${host}/lodestar`;
  const [database = '', settings = '', , start = ''] = await shellBlocks('operate.md');
  await shell.run(database);
  await shell.run(settings);
  await shell.run(start.slice(0, start.indexOf('npm run build')));
  const { db } = openDatabase<Tables>({ url: postgres.url.replace(/\/[^/]*$/, '/lodestar'), file: '' });
  t.after(() => db.destroy());
  await db.transaction().execute(async (trx) => {
    await insertNobody(trx, STAFF);
    await trx
      .updateTable('users')
      .set({ email: STAFF, disabled_at: null, deleted_at: null })
      .where('id', '=', STAFF)
      .execute();
  });
  const lengths = { sessionIdle: HOUR, sessionLength: HOUR };
  const openSessions = async () => (await db.selectFrom('sessions').select('user_id').execute()).length;

  const [evidence, everybody, person, read, key, scim, password, owner, glass, provider, ...more] =
    await shellBlocks('incidents.md');
  assert.deepEqual(more, [], 'a new block of commands needs its place in this test');

  await shell.run(String(evidence));
  const [kept = ''] = await readdir(join(folder, 'backups'));
  await shell.run(`(cd "$BACKUPS/${kept}" && sha256sum --check --quiet SHA256SUMS)`);
  const files = ['SHA256SUMS', 'accounts.txt', 'audit-verified.txt', 'audit.ndjson', 'history.jsonl', 'keys.txt'];
  assert.deepEqual((await readdir(join(folder, 'backups', kept))).sort(), [...files, 'lodestar.backup']);

  for (const ending of [everybody, person]) {
    await openSession(db, STAFF, 'full', lengths);
    await shell.run(String(ending));
    assert.equal(await openSessions(), 0);
  }
  assert.match(await shell.run(String(read)), /^[1-9]\d* entries are in /m);

  const keys = await shell.run(String(key));
  assert.match(keys, /^hospital-2\b/m);
  assert.doesNotMatch(keys.slice(keys.lastIndexOf('hospital-2')), /^hospital\s/m);

  assert.match(await shell.run(String(scim)), /The provider has changed nothing/);
  assert.match(await readFile(join(etc, 'api.env'), 'utf8'), /^STAFF_OIDC_HOSPITAL_SCIM_TOKEN="?[0-9a-f]{48}/m);

  await openSession(db, STAFF, 'full', lengths);
  assert.match(await shell.run(String(password)), /The audit log is intact/);
  assert.equal(await openSessions(), 0);
  await shell.run(String(owner));
  for (const url of [urlOf('lodestar', 'leaked'), urlOf('lodestar_owner', 'leaked-too')])
    await shell.run(`! psql '${url}' --command 'select 1' 2> /dev/null`);
  assert.match(await shell.run(String(glass)), /No patient outside the wards was opened/);
  await shell.run(String(provider));
  assert.match(await readFile(join(etc, 'api.env'), 'utf8'), /^STAFF_OIDC_ONLY="?0/m);
  await shell.run('psql "$DATABASE_URL" --command "select count(*) from users" > /dev/null');
});
