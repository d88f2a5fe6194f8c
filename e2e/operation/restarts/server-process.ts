import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { REPO } from 'server-kit/paths';

export const PARTS = ['api', 'recorder', 'gateway'] as const;
export type Part = (typeof PARTS)[number];

/** All phones of a test share one network address, which no hospital's do. */
export const LIMITS = { LIMIT_SURVEYS_PER_ADDRESS_MINUTE: '100000', LIMIT_CALLS_PER_PERSON_MINUTE: '1000000' };

const POLL_INTERVAL_MS = 50;
const LAST_LINES = 8;
const TETHER = pathToFileURL(join(REPO, 'tools/commands/running/tether.ts')).href;

interface Setup {
  port: number;
  env: NodeJS.ProcessEnv;
  log: string;
}

const urls = (of: readonly ServerProcess[]) => of.map(({ url }) => url).join(',');

/** Returns a gateway's settings for the processes behind it. */
export const upstreamsOf = (of: (part: Part) => ServerProcess[]) => ({
  API_URL: urls(of('api')),
  RECORDER_UPSTREAM: urls(of('recorder')),
});

/** One server process, which can be killed, stopped, and restarted from this or another release. */
export class ServerProcess {
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

  /** Starts the process. @param release the folder of the version to start @param node the Node that it runs on */
  spawn(release = REPO, node = process.execPath): void {
    const { port, env, log } = this.#setup;
    const output = openSync(log, 'a');
    this.#child = spawn(node, ['--import', TETHER, join(release, 'tools/commands/serve.mjs'), this.part], {
      cwd: release,
      env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
  }

  async whenReady(): Promise<void> {
    while (!(await this.#isReady())) {
      if (!this.#isRunning) {
        const lines = (await readFile(this.#setup.log, 'utf8')).trimEnd().split('\n').slice(-LAST_LINES);
        throw new Error(`${this.name} did not start:\n${lines.join('\n')}`);
      }
      await wait(POLL_INTERVAL_MS);
    }
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.#isRunning) return;
    const gone = new Promise((done) => this.#child?.once('exit', done));
    this.#child?.kill(signal);
    await gone;
  }

  get #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async #isReady(): Promise<boolean> {
    const response = await fetch(`${this.url}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true;
  }
}

/** Starts processes part by part, as gateways need the others, and waits until all are ready. */
export async function startInOrder(
  processes: readonly ServerProcess[],
  start: (one: ServerProcess) => void | Promise<void>,
): Promise<void> {
  for (const part of PARTS) {
    const ofPart = processes.filter((one) => one.part === part);
    for (const one of ofPart) await start(one);
    await Promise.all(ofPart.map((one) => one.whenReady()));
  }
}
