/** Runs every command of docs/availability.md on real servers, each with an address of its own on this machine. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { isOutage, openDatabase } from 'mock-api/db/open';
import { serverOwner } from 'mock-api/test/support/postgres';
import { REPO } from 'server-kit/paths';
import { freePorts } from 'tools/commands/running/ports';
import { blocksIn } from '../blocks.ts';
import { ShellSession } from '../shell-session.ts';
import { postgresPrograms } from './cluster.ts';

const ARCHIVE_WAL = join(REPO, 'docs/deploy/postgresql/archive-wal');
const SERVERS = [1, 2, 3];

/** What the page expects of each machine: functions that start and stop its server, and a first server. */
const MACHINES = `
start() { pg_ctl -D "$1" -o "-h 127.0.0.\${1: -1} -p $PGPORT -c unix_socket_directories=''" -l "$1.log" -w start; }
stop() { [ ! -e "$1/postmaster.pid" ] || pg_ctl -D "$1" -m "\${2:-fast}" -w stop; }
initdb -D "$DATA1" -U postgres --auth=trust > /dev/null
printf 'host %s all 127.0.0.0/8 trust\\n' all replication >> "$DATA1/pg_hba.conf"
start "$DATA1"`;

interface Written {
  written: { number: number };
}

test('each command of the page about availability works', async (t) => {
  const page = blocksIn(await readFile(join(REPO, 'docs/availability.md'), 'utf8'));
  const [archive, base, standby, isSynchronous, promote, repair, goOn, complete, recover, ...more] = page.flatMap(
    ({ kind, text }) => (kind === 'sh' ? [text] : []),
  );
  assert.deepEqual(more, [], 'a new block of commands needs its place in this test');

  const folder = await mkdtemp(join(tmpdir(), 'availability-'));
  const owner = await serverOwner();
  const archived = join(folder, 'archive');
  await mkdir(archived);
  await copyFile(ARCHIVE_WAL, join(folder, 'archive-wal'));
  if (owner) for (const made of [folder, archived]) await chown(made, owner.uid, owner.gid);
  const [port] = await freePorts(1);
  const named = (number: number) => [
    [`DB${number}`, `127.0.0.${number}`],
    [`DATA${number}`, join(folder, `db${number}`)],
  ];
  const env = {
    ...{ PATH: `${postgresPrograms()}:${process.env.PATH}`, PGPORT: String(port), PGUSER: 'postgres' },
    ...{ ARCHIVE: archived, ARCHIVE_WAL: join(folder, 'archive-wal'), HOME: folder },
    ...(Object.fromEntries(SERVERS.flatMap(named)) as NodeJS.ProcessEnv),
  };
  const as = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : [];
  const shell = new ShellSession(folder, env, [...as, 'bash', '-s']);
  const run = async (commands = '') => {
    const began = performance.now();
    const output = await shell.run(commands);
    console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(5)} s  ${commands.split('\n', 1)[0]}`);
    return output;
  };
  const open = (hosts: string) => {
    const { db } = openDatabase<Written>({ url: `postgres://postgres@${hosts}/postgres`, file: '' });
    t.after(() => db.destroy());
    return db;
  };
  const db = open(`127.0.0.1:${port},127.0.0.2:${port}`);
  const write = (number: number) => db.insertInto('written').values({ number }).execute();
  const read = async (from = db) =>
    (await from.selectFrom('written').select('number').orderBy('number').execute()).map(({ number }) => number);
  t.after(async () => {
    for (const number of SERVERS) await shell.run(`stop "$DATA${number}" immediate || true`).catch(() => undefined);
    await shell.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  await shell.run(MACHINES);
  await sql`create table written (number integer primary key)`.execute(db);
  await write(1);
  await run(archive);
  await run(base);
  await write(2);
  await run(standby);
  assert.match(await run(isSynchronous), /db2\|sync/);
  await write(3);

  await shell.run('stop "$DATA1" immediate');
  await assert.rejects(write(4), isOutage);
  await run(promote);
  await write(4);
  assert.deepEqual(await read(), [1, 2, 3, 4], 'the new primary has all, and is found without a restart');
  assert.match(await run(repair), /db1\|sync/);
  await write(5);

  await shell.run('stop "$DATA1" immediate');
  const waiting = write(6);
  await shell.run(
    'until psql -h "$DB2" -Atc "select wait_event from pg_stat_activity" | grep -x SyncRep; do sleep 0.1; done',
  );
  await run(goOn);
  await waiting;

  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  await shell.run(`RECOVER_UNTIL='${rows[0]?.now}'`);
  await db.deleteFrom('written').where('number', '<', 6).execute();
  await run(complete);
  await run(recover);
  assert.deepEqual(await read(), [6]);
  assert.deepEqual(await read(open(`127.0.0.3:${port}`)), [1, 2, 3, 4, 5, 6], 'what was deleted is back');
});

test('archive-wal keeps what is archived, and accepts the same again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-wal-'));
  t.after(() => rm(folder, { recursive: true }));
  const [from, to] = [join(folder, 'segment'), join(folder, 'archived.gz')];
  const archive = () => promisify(execFile)('sh', [ARCHIVE_WAL, from, to]);
  await writeFile(from, 'first');
  await archive();
  await archive();
  await writeFile(from, 'other');
  await assert.rejects(archive());
  assert.equal(gunzipSync(await readFile(to)).toString(), 'first');
});
