import type { HealthEvent } from 'shared-ui/contract/host';

/** Events not sent yet. */
let events: HealthEvent[] = [];
/** Keys of everything recorded on this page, so that each event is recorded once. */
const recorded = new Set<string>();
let onNewEvent: () => void = () => undefined;

/** Matches a file of a remote's version in an error's stack or filename. */
const REMOTE_FILE = /\/remotes\/([a-z][a-z0-9-]*)\/(\d[^/\s]*)\//;

function isNew(key: string): boolean {
  if (recorded.has(key)) return false;
  recorded.add(key);
  return true;
}

/** Adds an event to the next report. */
export function note(event: HealthEvent): void {
  events.push(event);
  onNewEvent();
}

/** Records that a version of a remote (`name@version`) has loaded, and how long it took (ms). */
export function noteLoaded(remote: string, ms: number): void {
  if (isNew(`loaded ${remote}`)) note({ kind: 'loaded', remote, value: Math.round(ms) });
}

/** Records that a version of a remote failed to load, or failed afterwards. Only the error code is reported. */
export function noteFailure(remote: string, code: string): void {
  if (!remote.includes('@')) return;
  if (!recorded.has(`loaded ${remote}`)) {
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

/** Returns the first remote shown on this page. The page's web vitals are attributed to its screen. */
export function firstLoaded(): string | undefined {
  for (const key of recorded) if (key.startsWith('loaded ')) return key.slice('loaded '.length);
  return undefined;
}

/**
 * Sends pending events as a beacon, which the browser may deliver after the page unloads; undelivered beacons are
 * lost. Offline, events stay pending while the page is open.
 */
export function sendNotes(): void {
  if (events.length === 0 || !navigator.onLine) return;
  if (navigator.sendBeacon('/telemetry', JSON.stringify({ events }))) events = [];
}

export function onNewNote(callback: () => void): void {
  onNewEvent = callback;
}

/** Starts recording failures of remotes in this page, and sends them on `pagehide` at the latest. */
export function followHealth(): void {
  window.addEventListener('lodestar:remote-failure', (event) => {
    const { remote, code } = (event as CustomEvent<{ remote: string; code: string }>).detail;
    noteFailure(remote, code);
  });
  window.addEventListener('error', ({ error, filename }) => noteUncaught(error, filename));
  window.addEventListener('unhandledrejection', ({ reason }) => noteUncaught(reason));
  window.addEventListener('pagehide', sendNotes);
}
