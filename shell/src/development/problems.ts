import type { DevError, DevState, RunTimeError } from 'shared-ui/contract';

export type ProblemKind = keyof DevState | 'runTime';

/** One thing that is wrong with a remote under development. */
export interface Problem extends DevError {
  kind: ProblemKind;
  /** The remote's name; with its version for what went wrong at run time. */
  remote: string;
}

/** Errors of one version that come again and again are shown so many times at most. */
const MOST_THROWN = 20;

let states: Record<string, DevState> = {};
let thrown: RunTimeError[] = [];
let problems: Problem[] = [];
const listeners = new Set<() => void>();

function change(): void {
  const of = (kind: keyof DevState) =>
    Object.entries(states).flatMap(([remote, state]) => state[kind].map((error) => ({ ...error, kind, remote })));
  const runTime = thrown.map((error) => ({ ...error, kind: 'runTime' as const, message: fullMessage(error) }));
  problems = [...of('build'), ...of('types'), ...runTime];
  for (const listener of listeners) listener();
}

const fullMessage = ({ code, message }: RunTimeError) => (code ? `${code}: ${message}` : message);

const isSame = (one: RunTimeError) => (other: RunTimeError) =>
  one.message === other.message && one.file === other.file && one.line === other.line && one.code === other.code;

/** Takes the type errors and build errors that the gateway announces; they replace those before. */
export function setStates(announced: Record<string, DevState>): void {
  if (JSON.stringify(announced) === JSON.stringify(states)) return;
  states = announced;
  change();
}

/** Adds an error that this page has seen, unless it is there already. */
export function addThrown(error: RunTimeError): void {
  if (thrown.some(isSame(error)) || thrown.length >= MOST_THROWN) return;
  thrown = [...thrown, error];
  change();
}

/** Removes the run-time errors of a remote: another version of it is on the page. */
export function forgetThrown(name: string): void {
  const left = thrown.filter(({ remote }) => !remote.startsWith(`${name}@`));
  if (left.length === thrown.length) return;
  thrown = left;
  change();
}

/** All that is wrong now; the same list until something changes. */
export function currentProblems(): readonly Problem[] {
  return problems;
}

/** Calls back after every change. Returns what ends that. */
export function onProblems(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
