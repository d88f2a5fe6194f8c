/** Runs a project's GitHub workflow on the second machine: the commands as they are, in order. */
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Machine } from './machine.ts';

/** Where a job writes its temporary files; those of the last job stay. */
export const RUNNER_TEMP = '/tmp/runner';
const GITHUB_OUTPUT = join(RUNNER_TEMP, 'output');

interface Step {
  if?: string;
  uses?: string;
  with?: Record<string, string | number>;
  run?: string;
  env?: Record<string, string>;
}

interface Workflow {
  env?: Record<string, string>;
  jobs: Record<string, { if?: string; steps: Step[] }>;
}

/** Values of a run: the event and the repository's settings, e.g. `github.event_name` -> `push`. */
export type Values = Record<string, string>;

/** Evaluates an expression: a name, a quoted string, a comparison of two, or several of these that must all hold. */
function evaluate(expression: string, values: Values): string | boolean {
  const parts = expression.split(' && ');
  if (parts.length > 1) return parts.every((part) => evaluate(part, values));
  const [, one, operator, other] = /^(.+?)\s*(==|!=)\s*(.+)$/.exec(expression.trim()) ?? [];
  if (one !== undefined && other !== undefined) {
    return (evaluate(one, values) === evaluate(other, values)) === (operator === '==');
  }
  const text = /^'(.*)'$/.exec(expression.trim())?.[1];
  return text ?? values[expression.trim()] ?? '';
}

const isMet = (condition: string | undefined, values: Values) =>
  condition === undefined || Boolean(evaluate(condition, values));

function filled(env: Record<string, string> = {}, values: Values): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{(.+?)\}\}/g, (_all, expression: string) => String(evaluate(expression, values)));
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
}

/** Runs workflows of one project. Their jobs share its folder, and with it the installed packages. */
export class Runner {
  readonly #machine: Machine;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  readonly #checkedLocks = new Map<string, string>();

  constructor(machine: Machine, folder: string, env: Record<string, string>) {
    this.#machine = machine;
    this.#folder = folder;
    this.#env = env;
  }

  /** Returns the names of the jobs, in order. */
  async jobs(): Promise<string[]> {
    return Object.keys((await this.#workflow()).jobs);
  }

  /** Runs a job if the event asks for it. Returns each command that was run, with its output. */
  async run(job: string, values: Values): Promise<Map<string, string>> {
    const { env, jobs } = await this.#workflow();
    const { if: condition, steps = [] } = jobs[job] ?? {};
    const outputs = new Map<string, string>();
    if (!isMet(condition, values)) return outputs;
    for (const step of steps) {
      if (!isMet(step.if, values)) continue;
      if (step.run === undefined) {
        await this.#use(step);
        continue;
      }
      const given = { ...this.#env, ...filled(env, values), ...filled(step.env, values) };
      outputs.set(step.run.trim(), await this.#runStep(step.run, given));
    }
    return outputs;
  }

  async #workflow(): Promise<Workflow> {
    const file = this.#machine.pathHere(join(this.#folder, '.github/workflows/ci.yml'));
    return parse(await readFile(file, 'utf8'));
  }

  async #runStep(run: string, env: Record<string, string>): Promise<string> {
    if (run === 'npm ci') return this.#checkLock();
    await rm(this.#machine.pathHere(RUNNER_TEMP), { recursive: true, force: true });
    await mkdir(this.#machine.pathHere(RUNNER_TEMP), { recursive: true });
    return this.#machine.run(run, { cwd: this.#folder, env: { ...env, CI: 'true', RUNNER_TEMP, GITHUB_OUTPUT } });
  }

  /**
   * Checks that the lock file fits package.json, once for each pair of them: the jobs share the installed packages.
   * Returns npm's output.
   */
  async #checkLock(): Promise<string> {
    const fileOf = (name: string) => readFile(this.#machine.pathHere(join(this.#folder, name)), 'utf8');
    const pair = (await Promise.all(['package.json', 'package-lock.json'].map(fileOf))).join('\n');
    const known = this.#checkedLocks.get(pair);
    if (known !== undefined) return known;
    const output = await this.#machine.run('npm ci --dry-run', { cwd: this.#folder });
    this.#checkedLocks.set(pair, output);
    return output;
  }

  async #use({ uses = '', with: options = {} }: Step): Promise<void> {
    const [action] = uses.split('@');
    const artifact = this.#machine.pathHere(join('/var/artifacts', String(options.name)));
    const path = this.#machine.pathHere(join(this.#folder, String(options.path)));
    if (action === 'actions/checkout') {
      await this.#machine.run('git clean --quiet -d --force -x --exclude node_modules', { cwd: this.#folder });
    } else if (action === 'actions/setup-node') {
      await this.#machine.run(`node --version | grep '^v${options['node-version']}\\.'`);
    } else if (action === 'actions/upload-artifact') {
      await rm(artifact, { recursive: true, force: true });
      await cp(path, artifact, { recursive: true });
    } else if (action === 'actions/download-artifact') {
      await cp(artifact, path, { recursive: true });
    } else {
      throw new Error(`The workflow uses ${uses}, which this runner doesn't know`);
    }
  }
}
