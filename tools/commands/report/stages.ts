import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { REPO } from 'server-kit/paths';
import { type Results, readResults } from './results.ts';

export interface Stage {
  name: string;
  /** Names of the stages that must have passed before this one starts. */
  after: string[];
  /** Run one after another, until one fails. */
  commands: [string, ...string[]][];
  /** Whether it has no tests but makes what later stages test. */
  isBuild?: boolean;
}

export interface StageResult extends Results {
  name: string;
  ok: boolean;
  seconds: number;
}

type Print = (text: string) => void;

/** Prints several outputs as if they were written one after another: the first live, the others once it is their turn. */
class OutputQueue {
  readonly #print: Print;
  readonly #waiting: string[];
  readonly #hasEnded: boolean[];
  #current = 0;

  constructor(count: number, print: Print) {
    this.#print = print;
    this.#waiting = Array.from({ length: count }, () => '');
    this.#hasEnded = Array.from({ length: count }, () => false);
  }

  write(place: number, text: string): void {
    if (place === this.#current) this.#print(text);
    else this.#waiting[place] += text;
  }

  end(place: number): void {
    this.#hasEnded[place] = true;
    while (this.#hasEnded[this.#current] === true) {
      this.#current += 1;
      const text = this.#waiting[this.#current];
      if (text) this.#print(text);
    }
  }
}

/**
 * Runs stages, each as soon as those that it needs have passed, and prints their output in the stages' order. When one
 * fails, the others are stopped. Stages that are needed but not among these count as passed.
 * @param stages in an order in which each comes after those that it needs
 * @param onEnd called for one stage at a time, when it has ended by itself
 * @returns results of the stages that ended by themselves, in the stages' order
 */
export async function runStages(
  stages: readonly Stage[],
  env: NodeJS.ProcessEnv,
  onEnd: (result: StageResult) => Promise<void>,
): Promise<StageResult[]> {
  const queue = new OutputQueue(stages.length, (text) => process.stdout.write(text));
  let reported = Promise.resolve();
  const processes = new CommandProcesses(env);
  const results = new Map<string, Promise<StageResult | undefined>>();
  for (const [place, stage] of stages.entries()) {
    const run = async () => {
      const isHere = (name: string) => results.has(name);
      const needed = await Promise.all(stage.after.filter(isHere).map((name) => results.get(name)));
      if (processes.areStopped || !needed.every((result) => result?.ok)) return undefined;
      const result = await runStage(stage, processes, (text) => queue.write(place, text));
      if (processes.areStopped) return undefined;
      if (!result.ok) processes.stop('SIGTERM');
      reported = reported.then(() => onEnd(result));
      await reported;
      return result;
    };
    results.set(
      stage.name,
      run().finally(() => queue.end(place)),
    );
  }
  try {
    const ended = await Promise.all(results.values());
    return ended.filter((result) => result !== undefined);
  } catch (error) {
    processes.stop('SIGTERM');
    throw error;
  } finally {
    processes.ignoreSignals();
  }
}

async function runStage({ name, commands }: Stage, processes: CommandProcesses, print: Print): Promise<StageResult> {
  print(`\n== ${name} ==\n`);
  const began = performance.now();
  const result: Omit<StageResult, 'seconds'> = { name, ok: true, passed: 0, failed: 0, failures: [], flaky: [] };
  for (const command of commands) {
    const { ok, output } = await processes.run(command, print);
    const { passed, failed, failures, flaky } = readResults(output);
    result.passed += passed;
    result.failed += failed;
    result.failures.push(...failures);
    result.flaky.push(...flaky);
    result.ok &&= ok && failed === 0;
    if (!result.ok) break;
  }
  // A failed stage without test counts (lint, types, build) counts as one failure.
  if (!result.ok && result.failed === 0) result.failed = 1;
  return { ...result, seconds: (performance.now() - began) / 1000 };
}

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The commands that run, each with its own process group, so that stopping it reaches what it has started. */
class CommandProcesses {
  areStopped = false;
  readonly #env: NodeJS.ProcessEnv;
  readonly #running = new Set<ChildProcess>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    for (const signal of STOPS) process.once(signal, this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.stop(signal);
    process.exit(1);
  };

  ignoreSignals(): void {
    for (const signal of STOPS) process.off(signal, this.#onSignal);
  }

  /** Runs a command, passes its output on as it comes, and returns all of it. */
  async run([command, ...args]: [string, ...string[]], print: Print): Promise<{ ok: boolean; output: string }> {
    const child = spawn(command, args, {
      cwd: REPO,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
        print(text);
      });
    }
    const [code] = await once(child, 'close');
    this.#running.delete(child);
    return { ok: code === 0, output };
  }

  stop(signal: NodeJS.Signals): void {
    this.areStopped = true;
    for (const child of this.#running) {
      try {
        process.kill(-Number(child.pid), signal);
      } catch {
        // Its group has ended, or the system has no process groups.
        child.kill(signal);
      }
    }
  }
}
