import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const READY_MS = 60_000;
/** Time to exit after SIGTERM before it is killed, in milliseconds. */
const END_MS = 3_000;
const LAST_LINES = 8;

/** Running programs: none may outlive this process. */
const running = new Set<Program>();

export class Program {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #ended: Promise<void>;

  /** @param name name used in messages */
  constructor(name: string, command: [string, ...string[]], env: NodeJS.ProcessEnv) {
    const [file, ...args] = command;
    this.#name = name;
    // A separate process group, so that its children can be ended with it.
    this.#child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.once('error', () => resolve());
    });
    running.add(this);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      let rest = '';
      stream?.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        this.#lines.push(...lines);
      });
    }
  }

  /** Waits until the program prints a matching line. Throws with its last output when it exits first or times out. */
  async prints(pattern: RegExp): Promise<RegExpMatchArray> {
    return this.waitFor(async () => this.#lines.map((line) => line.match(pattern)).find((match) => match !== null));
  }

  /** Waits until the program is ready. @param check resolves with a value once it is */
  async waitFor<T>(check: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const found = await check();
      if (found !== undefined) return found;
      const { exitCode, signalCode, pid } = this.#child;
      const isOver = exitCode !== null || signalCode !== null || pid === undefined;
      if (isOver || Date.now() > deadline) {
        const words = this.#lines.slice(-LAST_LINES).join('\n');
        throw new Error(`${this.#name} ${isOver ? 'ended' : 'was not ready in time'}: ${words}`);
      }
      await wait(20);
    }
  }

  async end(): Promise<void> {
    if (!running.delete(this)) return;
    this.#signal('SIGTERM');
    const late = wait(END_MS, 'late', { ref: false });
    if ((await Promise.race([this.#ended, late])) === 'late') this.#signal('SIGKILL');
    await this.#ended;
    // Child processes left by a killed browser.
    this.#signal('SIGKILL');
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // The whole group has already exited.
    }
  }
}

process.on('exit', () => {
  for (const program of running) program.kill();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Removes a browser's profile. Retries, because its last process may still be writing to it. */
export const removeProfile = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 });
