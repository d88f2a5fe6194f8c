/**
 * Production as described in docs/operate.md on one machine: PostgreSQL, three APIs, two recorders and two gateways,
 * each a separate process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, cpSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { REPO } from '../../../gateway/common/paths.ts';
import { type PostgresServer, startPostgres } from '../../../mock-api/test/support/postgres.ts';
import { GOOD } from '../../../tools/commands/production/testing/settings.ts';
import { freePorts } from '../../../tools/commands/running/ports.ts';

export const PARTS = ['api', 'recorder', 'gateway'] as const;
export type Part = (typeof PARTS)[number];

const POLL_INTERVAL_MS = 50;
const LAST_LINES = 8;

/** All phones here share one network address, which no hospital's do. */
const LIMITS = { LIMIT_SURVEYS_PER_ADDRESS_MINUTE: '100000', LIMIT_CALLS_PER_PERSON_MINUTE: '1000000' };

interface Setup {
  port: number;
  env: Record<string, string>;
  log: string;
}

/** One server process, which can be killed, stopped, and restarted from this or another release. */
export class Process {
  readonly name: string;
  readonly part: Part;
  readonly url: string;
  readonly #setup: Setup;
  #child: ChildProcess | undefined;

  constructor(name: string, part: Part, setup: Setup) {
    this.name = name;
    this.part = part;
    this.url = `http://127.0.0.1:${setup.port}`;
    this.#setup = setup;
  }

  get pid(): number {
    return this.#child?.pid ?? Number.NaN;
  }

  /** Starts the process and waits until it is ready. @param release the folder of the version to start */
  async start(release = REPO): Promise<void> {
    const { port, env, log } = this.#setup;
    const output = openSync(log, 'a');
    const { DATABASE_URL: _unused, ...inherited } = process.env;
    // Ends the child when this process ends, however that happens.
    const tether = pathToFileURL(join(REPO, 'tools/commands/running/tether.ts')).href;
    const script = join(release, 'tools/commands/serve.mjs');
    const child = spawn(process.execPath, ['--import', tether, script, this.part], {
      cwd: release,
      env: { ...inherited, ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    this.#child = child;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || child.signalCode !== null) {
        const lines = (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-LAST_LINES);
        throw new Error(`${this.name} did not start:\n${lines.join('\n')}`);
      }
      await wait(POLL_INTERVAL_MS);
    }
  }

  /** Ends the process with a signal and waits for its exit. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  async #isReady(): Promise<boolean> {
    const response = await fetch(`${this.url}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true;
  }
}

export interface Production {
  postgres: PostgresServer;
  /** A temporary folder, removed on stop. */
  folder: string;
  processes: Process[];
  of(part: Part): Process[];
  stop(): Promise<void>;
}

const urls = (processes: readonly Process[]) => processes.map(({ url }) => url).join(',');

/** @param counts number of processes per part */
export async function startProduction(counts: Record<Part, number>): Promise<Production> {
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-production-'));
  const postgres = await startPostgres();
  const processes: Process[] = [];
  const of = (part: Part) => processes.filter((process) => process.part === part);
  const stop = async () => {
    await Promise.all(processes.map((process) => process.end('SIGKILL')));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // Output of `npm run build`; the servers under test publish nothing.
    for (const made of ['deploy', 'keys/teams.json'])
      cpSync(join(REPO, '.lodestar', made), join(folder, made), { recursive: true });
    await mkdir(join(folder, 'logs'));
    const settings = { ...GOOD, DATABASE_URL: postgres.url, DATA_ROOT: folder, LOG_LEVEL: 'warn', ...LIMITS };
    const ports = await freePorts(PARTS.reduce((sum, part) => sum + counts[part], 0));
    for (const part of PARTS) {
      const upstream = { API_URL: urls(of('api')), RECORDER_UPSTREAM: urls(of('recorder')) };
      const env = { ...settings, ...(part === 'gateway' && upstream) };
      for (let number = 1; number <= counts[part]; number += 1) {
        const name = `${part} ${number}`;
        const log = join(folder, 'logs', `${part}-${number}.log`);
        processes.push(new Process(name, part, { port: ports.shift() ?? 0, env, log }));
      }
      await Promise.all(of(part).map((process) => process.start()));
    }
    return { postgres, folder, processes, of, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
