import { type DevError, type DevState, isObject, type RunTimeError } from 'shared-ui/contract';
import type { RemoteError } from '../remotes/failure.ts';
import { claimsOfPage } from '../remotes/registry.ts';

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
export function setDevStates(announced: Record<string, DevState>): void {
  if (JSON.stringify(announced) === JSON.stringify(states)) return;
  states = announced;
  change();
}

/** Adds a run-time error seen by this page, unless it is already listed. */
function addThrown(error: RunTimeError): void {
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
export const currentProblems = (): readonly Problem[] => problems;

export function onProblems(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** URL of a file in a development build. */
const DEV_FILE = /\/remotes\/([a-z][a-z0-9-]*)\/([^/\s]+-dev\.\d+)\//;
const DEV_BUILD = /@.*-dev\.\d+$/;
/** Suffix that an override link adds to a build's version. */
const LINK = /-override\.[0-9a-f]+$/;
/** Limits of the gateway's error endpoint, in characters. */
const LONGEST_MESSAGE = 2_000;
const LONGEST_STACK = 8_000;

const stackOf = (error: unknown) => (isObject(error) && typeof error.stack === 'string' ? error.stack : '');

/** Returns the development build whose code threw the error, as `name@version`. */
function buildBehind(error: unknown, file: string): string | undefined {
  const [, name, version] = DEV_FILE.exec(stackOf(error)) ?? DEV_FILE.exec(file) ?? [];
  return name && `${name}@${version}`;
}

/** Filters out late errors from versions that are no longer loaded. */
function isOnPage(remote: string): boolean {
  const [name = '', version] = remote.split('@');
  return claimsOfPage().remotes[name]?.active.replace(LINK, '') === version;
}

/** Posts an error to the gateway, which prints it in the dev command and returns it with its source location. */
async function locate(error: RunTimeError, reportTo: string): Promise<RunTimeError> {
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(reportTo, { method: 'POST', headers, body: JSON.stringify(error) });
    return response.ok ? await response.json() : error;
  } catch {
    // Gateway unreachable: show the error without a source location.
    return error;
  }
}

/** @param remote `name@version` of the development build that failed; nothing is reported without one */
async function report(
  reportTo: string,
  remote: string | undefined,
  error: unknown,
  details: Pick<RunTimeError, 'message' | 'code'>,
) {
  if (!remote || !isOnPage(remote)) return;
  const message = details.message.slice(0, LONGEST_MESSAGE) || 'Error';
  const stack = stackOf(error).slice(0, LONGEST_STACK);
  const located = await locate({ ...details, remote, message, ...(stack && { stack }) }, reportTo);
  if (isOnPage(remote)) addThrown(located);
}

/**
 * Reports and shows run-time errors from remotes under development, until the page unloads.
 * @param reportTo URL that each error is posted to
 */
export function followRunTimeErrors(reportTo: string): void {
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // Without a stack, use the location in the event.
    const thrown = stackOf(error) ? error : { stack: `${filename}:${lineno}:${colno}` };
    void report(reportTo, buildBehind(thrown, filename), thrown, { message: message || String(error) });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    void report(reportTo, buildBehind(reason, ''), reason, { message: String(reason) });
  });
  window.addEventListener('lodestar:remote-failure', (event) => {
    const { remote, code, message, cause } = (event as CustomEvent<RemoteError>).detail;
    const build = remote.replace(LINK, '');
    if (DEV_BUILD.test(build)) void report(reportTo, build, cause, { code, message });
  });
}
