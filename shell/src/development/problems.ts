import type { DevError, DevState, RunTimeError } from 'shared-ui/contract';

type ProblemKind = keyof DevState | 'runTime';

/** An error in a remote under development. */
export interface Problem extends DevError {
  kind: ProblemKind;
  /** Name of the remote; run-time errors include the version. */
  remote: string;
}

/** Maximum number of run-time errors kept. */
const MAX_THROWN = 20;

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

/** Replaces the type and build errors with those the gateway announces. */
export function setStates(announced: Record<string, DevState>): void {
  if (JSON.stringify(announced) === JSON.stringify(states)) return;
  states = announced;
  change();
}

/** Adds a run-time error seen by this page, unless it is already listed. */
export function addThrown(error: RunTimeError): void {
  if (thrown.some(isSame(error)) || thrown.length >= MAX_THROWN) return;
  thrown = [...thrown, error];
  change();
}

/** Removes a remote's run-time errors when another version of it is loaded. */
export function forgetThrown(name: string): void {
  const left = thrown.filter(({ remote }) => !remote.startsWith(`${name}@`));
  if (left.length === thrown.length) return;
  thrown = left;
  change();
}

/** Returns all current problems. The array keeps its identity until something changes. */
export function currentProblems(): readonly Problem[] {
  return problems;
}

/** Calls the listener after every change. Returns an unsubscribe function. */
export function onProblems(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
