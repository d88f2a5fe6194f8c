import type { HealthEvent } from './report.ts';

/** What this page has seen and not sent yet. */
let events: HealthEvent[] = [];
/** What this page has seen, each thing once. */
const seen = new Set<string>();
let whenNew: () => void = () => undefined;

/** Files of a version of a remote, in the stack of an error or as the place where it happened. */
const REMOTE_FILE = /\/remotes\/([a-z][a-z0-9-]*)\/(\d[^/\s]*)\//;

function isNew(thing: string): boolean {
  if (seen.has(thing)) return false;
  seen.add(thing);
  return true;
}

/** Adds what was seen of a version to the next report. */
export function note(event: HealthEvent): void {
  events.push(event);
  whenNew();
}

/** A version of a remote (`name@version`) is ready, so many milliseconds after it was asked for. */
export function noteLoaded(remote: string, ms: number): void {
  if (isNew(`loaded ${remote}`)) note({ kind: 'loaded', remote, value: Math.round(ms) });
}

/** A version of a remote did not get on the page, or something went wrong with it there. Only the code is told. */
export function noteFailure(remote: string, code: string): void {
  if (!remote.includes('@')) return;
  if (!seen.has(`loaded ${remote}`)) {
    if (isNew(`failed ${remote}`)) note({ kind: 'failed', remote, code });
  } else if (isNew(`${code} ${remote}`)) {
    note({ kind: isNew(`broke ${remote}`) ? 'broke' : 'error', remote, code });
  }
}

function noteUncaught(error: unknown, file = ''): void {
  const place = (error instanceof Error && error.stack) || file;
  const [, name, version] = REMOTE_FILE.exec(place) ?? REMOTE_FILE.exec(file) ?? [];
  if (name) noteFailure(`${name}@${version}`, 'UNCAUGHT_ERROR');
}

/** The first remote that this page has shown: its screen is what the page's web vitals are about. */
export function firstLoaded(): string | undefined {
  for (const thing of seen) if (thing.startsWith('loaded ')) return thing.slice('loaded '.length);
  return undefined;
}

/**
 * Sends what is not sent yet, if anything is. The browser does that when it has time, also once the page is left; what does
 * not arrive is lost. Without network it waits, as long as the page is open.
 */
export function sendNotes(): void {
  if (events.length === 0 || !navigator.onLine) return;
  if (navigator.sendBeacon('/telemetry', JSON.stringify({ events }))) events = [];
}

/** Calls back whenever there is something to send. */
export function onNew(callback: () => void): void {
  whenNew = callback;
}

/** Notes what goes wrong with remotes in this page from now on, and sends it at the latest when the page is left. */
export function followHealth(): void {
  window.addEventListener('lodestar:remote-failure', (event) => {
    const { remote, code } = (event as CustomEvent<{ remote: string; code: string }>).detail;
    noteFailure(remote, code);
  });
  window.addEventListener('error', ({ error, filename }) => noteUncaught(error, filename));
  window.addEventListener('unhandledrejection', ({ reason }) => noteUncaught(reason));
  window.addEventListener('pagehide', sendNotes);
}
