/** A PostgreSQL primary with a synchronous standby, which loses its primary and gets a new standby, again and again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { answers, type Owner, pidIn, runs, serverOwner } from 'mock-api/test/support/postgres';
import pg from 'pg';
import { PlainError } from 'server-kit/plain-error';
import { freePorts } from 'tools/commands/running/ports';

const run = promisify(execFile);
const POLL_INTERVAL_MS = 20;

/** Returns the folder of the system's programs: those of npm packages can't copy a server. */
export function postgresPrograms(): string {
  const [newest] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  if (newest === undefined) throw new PlainError('These tests need the system package "postgresql": install it.');
  return newest;
}

interface Server {
  folder: string;
  port: number;
  url: string;
  process?: ChildProcess;
}

export class Cluster {
  readonly #root: string;
  readonly #owner: Owner | undefined;
  readonly #programs = postgresPrograms();
  #primary: Server;
  #standby: Server;
  /** Address that names both servers. */
  readonly url: string;

  private constructor(root: string, owner: Owner | undefined, ports: readonly number[]) {
    this.#root = root;
    this.#owner = owner;
    const [primary, standby] = ports.map((port): Server => {
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
      return { folder: join(root, String(port)), port, url };
    });
    if (primary === undefined || standby === undefined) throw new PlainError('A cluster has two ports.');
    this.#primary = primary;
    this.#standby = standby;
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    this.url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
    process.once('exit', () => {
      for (const server of [this.#primary, this.#standby]) server.process?.kill('SIGQUIT');
    });
  }

  static async start(): Promise<Cluster> {
    const owner = await serverOwner();
    const root = await mkdtemp(join(tmpdir(), 'postgres-cluster-'));
    if (owner) await chown(root, owner.uid, owner.gid);
    const cluster = new Cluster(root, owner, await freePorts(2));
    await cluster.#run('initdb', '-D', cluster.#primary.folder, '-U', 'postgres', '--auth=trust');
    await cluster.#startServer(cluster.#primary);
    await cluster.addStandby();
    return cluster;
  }

  /** Ends all processes of the primary at once, as when its machine fails. The other server then takes its place. */
  async killPrimary(): Promise<void> {
    const pid = await pidIn(this.#primary.folder);
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? [];
    for (const one of [pid, ...children.map(Number)]) if (runs(one)) process.kill(one, 'SIGKILL');
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** Makes the remaining server the primary. Resolves when it accepts writes. */
  async promote(): Promise<void> {
    await this.#run('pg_ctl', '-D', this.#primary.folder, '-w', 'promote');
  }

  /** Copies the primary to the other server's place, and has commits wait for it from now on. */
  async addStandby(): Promise<void> {
    const { folder } = this.#standby;
    await rm(folder, { recursive: true, force: true });
    const { port } = this.#primary;
    const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`;
    await this.#run('pg_basebackup', '-d', source, '-D', folder, '-X', 'stream', '-c', 'fast', '-R', '--no-sync');
    await this.#startServer(this.#standby);
    // Set after the copy: a promoted standby must not wait for one of its own.
    await this.#query("alter system set synchronous_standby_names = 'standby'");
    await this.#query('select pg_reload_conf()');
    const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'";
    while ((await this.#query(isSynchronous)).length === 0) await wait(POLL_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    for (const { process: server } of [this.#primary, this.#standby]) {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) continue;
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGQUIT');
      await ended;
    }
    await rm(this.#root, { recursive: true, force: true, maxRetries: 20 });
  }

  async #startServer(server: Server): Promise<void> {
    const { folder, port, url } = server;
    const settings = [
      ...['unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=100', 'jit=off'],
      // As in docs/availability.md.
      'wal_retrieve_retry_interval=200ms',
    ];
    const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const options = { ...this.#owner, cwd: this.#root, stdio: 'ignore' } as const;
    const child = spawn(join(this.#programs, 'postgres'), args, options);
    server.process = child;
    while (child.exitCode === null && !(await answers(url))) await wait(POLL_INTERVAL_MS);
    if (child.exitCode !== null) throw new PlainError('PostgreSQL did not start.');
  }

  async #run(program: string, ...args: string[]): Promise<void> {
    await run(join(this.#programs, program), args, { ...this.#owner, cwd: this.#root });
  }

  async #query(statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.#primary.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }
}
