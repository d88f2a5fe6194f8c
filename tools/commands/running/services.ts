import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';

interface ServiceOptions {
  /** Name in messages, e.g. "API". */
  name: string;
  /** Path of the server's file, relative to the repository. */
  script: string;
  env: Record<string, string>;
  /** Address that returns 2xx once the service is ready, or a function that returns whether it is. */
  health: string | (() => Promise<boolean>);
  /** Folder of its sources; this repository if absent. */
  repo?: string;
}

/** Time for a service to become ready (ms). Long, as a busy machine is slow: one that has ended is noticed at once. */
const READY_MS = 240_000;
const POLL_INTERVAL_MS = 50;
/** Time that a service may take to stop before it is killed, in milliseconds. */
const STOP_MS = 8_000;
const LAST_LINES = 12;

/** Servers that one command runs, started and stopped together. */
export class Services {
  /** Resolves with the reason when a service exits without being stopped. */
  readonly failed: Promise<PlainError>;
  readonly #logs: string | undefined;
  readonly #children = new Map<string, ChildProcess>();
  readonly #started = new Map<string, ServiceOptions>();
  /** Services under development: one that ends waits for its next restart. */
  readonly #restarted = new Set<string>();
  #reportFailure: (reason: PlainError) => void = () => undefined;
  #stopping: Promise<void> | undefined;
  readonly #before: (() => Promise<void>)[] = [];

  /** @param logs folder for one log file per service; `inherit`: all write to this process's output */
  constructor(logs: string) {
    this.#logs = logs === 'inherit' ? undefined : logs;
    this.failed = new Promise((resolve) => {
      this.#reportFailure = resolve;
    });
    if (this.#logs !== undefined) mkdirSync(this.#logs, { recursive: true });
  }

  /** Starts a service and resolves when it responds. Throws with its last output if it exits before that. */
  async start(options: ServiceOptions): Promise<void> {
    const { name, health } = options;
    this.#started.set(name, options);
    this.#spawn(options);
    const ready = this.#answers(name, health);
    const failure = await Promise.race([ready.then(() => undefined), this.failed]);
    if (failure !== undefined) throw failure;
  }

  /**
   * Stops a service and starts it again, with its current sources. Resolves when it responds. Rejects with its last
   * output if it ends before; the other services keep running, and so does this one's next restart.
   */
  async restart(name: string): Promise<void> {
    const options = this.#started.get(name);
    if (options === undefined || this.#stopping !== undefined) return;
    this.#restarted.add(name);
    const before = this.#children.get(name);
    if (before !== undefined) {
      const exit = new Promise((resolve) => before.once('exit', resolve));
      before.kill('SIGTERM');
      await exit;
    }
    // Stopped meanwhile.
    if (this.#stopping !== undefined) return;
    const ended = this.#spawn(options);
    const ready = this.#answers(name, options.health).then(() => undefined);
    const failure = await Promise.race([ended, ready]);
    if (failure !== undefined && this.#stopping === undefined) throw failure;
  }

  /** Starts a process. Resolves with the reason when it ends. */
  #spawn({ name, script, env, repo = REPO }: ServiceOptions): Promise<PlainError> {
    const log = this.#logs && join(this.#logs, `${name.toLowerCase().replaceAll(' ', '-')}.log`);
    const output = log === undefined ? 'inherit' : openSync(log, 'w');
    const tether = pathToFileURL(join(import.meta.dirname, 'tether.ts')).href;
    const child = spawn(process.execPath, ['--import', tether, join(repo, script)], {
      cwd: repo,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output, 'ipc'],
    });
    if (output !== 'inherit') closeSync(output);
    this.#children.set(name, child);
    return new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#children.delete(name);
        if (this.#stopping !== undefined) return;
        const reason = new PlainError(lastOutput(name, log, code, signal));
        resolve(reason);
        if (!this.#restarted.has(name)) this.#reportFailure(reason);
      });
    });
  }

  /** Returns the process id of a running service; NaN if it is not running. */
  pidOf(name: string): number {
    return this.#children.get(name)?.pid ?? Number.NaN;
  }

  /** Registers work to do before the services are stopped, while they still respond. */
  beforeStop(work: () => Promise<void>): void {
    this.#before.push(work);
  }

  /** Stops every service, and kills those that do not stop in time. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await Promise.allSettled(this.#before.map((work) => work()));
    const children = [...this.#children.values()];
    const exits = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of children) child.kill('SIGTERM');
    const giveUp = new AbortController();
    const late = wait(STOP_MS, 'late', { signal: giveUp.signal }).catch(() => undefined);
    if ((await Promise.race([Promise.all(exits), late])) === 'late')
      for (const child of children) child.kill('SIGKILL');
    await Promise.all(exits);
    giveUp.abort();
  }

  async #answers(name: string, health: ServiceOptions['health']): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (this.#children.has(name)) {
      if (await (typeof health === 'string' ? answersWell(health) : health())) return;
      if (Date.now() > deadline) throw new PlainError(`The ${name} does not respond, or is not ready.`);
      await wait(POLL_INTERVAL_MS);
    }
  }
}

async function answersWell(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(READY_MS) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}

function lastOutput(name: string, log: string | undefined, code: number | null, signal: NodeJS.Signals | null): string {
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  if (log === undefined) return `The ${name} ended unexpectedly, ${how}; its last words are above.`;
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  return `${lines}\n\nThe ${name} ended unexpectedly, ${how}; its last words are above, all of them in ${log}.`;
}
