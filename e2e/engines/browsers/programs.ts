import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a program may take to say that it is ready, in milliseconds. */
const READY_MS = 60_000;
/** How long it may take to end before it is killed. */
const END_MS = 3_000;
const LAST_LINES = 8;

/** Programs that run now: none of them may outlive this process. */
const running = new Set<Program>();

/** A program that a browser consists of, with all that it starts in turn. */
export class Program {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #ended: Promise<void>;

  /** @param name how messages call it */
  constructor(name: string, command: [string, ...string[]], env: NodeJS.ProcessEnv) {
    const [file, ...args] = command;
    this.#name = name;
    // A group of its own, so that what it starts can be ended with it.
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

  /** Waits until it prints a line like this. Throws with its last words when it ends before, or never does. */
  async prints(pattern: RegExp): Promise<RegExpMatchArray> {
    return this.waitFor(async () => this.#lines.map((line) => line.match(pattern)).find((match) => match !== null));
  }

  /** Waits until it is ready. @param look returns something once it is */
  async waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const found = await look();
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

  /** Ends it and all that it has started. */
  async end(): Promise<void> {
    if (!running.delete(this)) return;
    this.#signal('SIGTERM');
    const late = wait(END_MS, 'late', { ref: false });
    if ((await Promise.race([this.#ended, late])) === 'late') this.#signal('SIGKILL');
    await this.#ended;
    // Helpers that a killed browser has left.
    this.#signal('SIGKILL');
  }

  /** Ends it at once, for when there is no time to wait. */
  kill(): void {
    this.#signal('SIGKILL');
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // All of the group has ended.
    }
  }
}

process.on('exit', () => {
  for (const program of running) program.kill();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Removes a browser's profile, to which its last process may still write for a moment. */
export const removeProfile = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 });
