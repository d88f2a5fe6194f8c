import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from 'server-kit/disk';
import { dataRoot, REPO } from 'server-kit/paths';
import { findProgram } from '../browsers/tools.ts';
import type { Failure } from './results.ts';

/** A test that passed only at a second try, with its first failure. */
export interface Flaky extends Failure {
  stage: string;
}

const file = (name: string) => join(dataRoot(process.env), name);

async function read<T>(name: string): Promise<T | undefined> {
  const text = await readFile(file(name), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

async function write(name: string, content: unknown): Promise<void> {
  await mkdir(dataRoot(process.env), { recursive: true });
  await replaceFile(file(name), `${JSON.stringify(content, undefined, 2)}\n`);
}

const FLAKY = 'flaky.json';

export async function readFlaky(): Promise<Flaky[]> {
  return (await read<Flaky[]>(FLAKY)) ?? [];
}

export const writeFlaky = (tests: readonly Flaky[]): Promise<void> => write(FLAKY, tests);

export const isSameTest = (one: Flaky, other: Flaky): boolean =>
  one.stage === other.stage && one.group === other.group && one.file === other.file && one.title === other.title;

/** Adds tests to the list. One that is there already gets its newest failure. */
export async function addFlaky(tests: readonly Flaky[]): Promise<void> {
  if (tests.length === 0) return;
  const others = (await readFlaky()).filter((known) => !tests.some((test) => isSameTest(test, known)));
  await writeFlaky([...others, ...tests]);
}

const PASSED = 'passed.json';

interface Passed {
  state: string;
  stages: string[];
}

function outputOf(command: string | undefined, ...args: string[]): string | undefined {
  if (command === undefined) return undefined;
  const { status, stdout } = spawnSync(command, args, { cwd: REPO, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns the hash of the committed tree, or undefined if something is not committed or there is no repository. */
export function committedTree(): string | undefined {
  return outputOf('git', 'status', '--porcelain') === '' ? outputOf('git', 'rev-parse', 'HEAD^{tree}') : undefined;
}

/** Returns everything that a stage's result depends on: the tree, Node and the browsers. */
export function stateOf(tree: string, chromium: string | undefined): string {
  const browsers = [chromium, findProgram('firefox'), findProgram('webkitDriver')];
  return [tree, process.version, ...browsers.map((browser) => outputOf(browser, '--version'))].join(', ');
}

/** Returns the names of the stages that passed in a state. */
export async function readPassed(state: string): Promise<string[]> {
  const passed = await read<Passed>(PASSED);
  return passed?.state === state ? passed.stages : [];
}

export async function addPassed(state: string, stage: string): Promise<void> {
  const known = await readPassed(state);
  await write(PASSED, { state, stages: [...new Set([...known, stage])] });
}
