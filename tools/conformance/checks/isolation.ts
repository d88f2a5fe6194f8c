import type { FolderFiles } from 'server-kit/disk';
import type { Findings } from '../findings.ts';
import type { Visit } from '../visit/visit.ts';

/** Browser messages about blocked actions, and the action behind each. */
const ATTEMPTS: [said: RegExp, tried: string][] = [
  [/Blocked opening/, 'a popup'],
  [/Blocked form submission/, 'sending a form'],
  [
    /(Unsafe attempt to initiate navigation|navigation .*is prevented|allow-top-navigation)/,
    'leading the page elsewhere',
  ],
  [/Blocked a frame with origin/, 'reaching the page around it'],
  [/(localStorage|sessionStorage|IDBFactory|indexedDB|cookie|Cache).*(sandboxed|denied|allow-same-origin)/i, 'storage'],
  [/Ignored call to '(alert|confirm|prompt|print)/, 'a dialog'],
  [/Permissions policy violation/i, 'a device or a feature of the browser'],
];

/**
 * Messages not caused by the remote: the product's, about one it can't load; Chromium's, about files that the page has
 * preloaded and a slow machine uses late; and those caused by the kit's own blocking.
 */
const NOT_BY_REMOTE =
  /^(\[remote\]|RemoteError)|preloaded using link preload|ServiceWorker|service worker|status of (400|503)/i;

/** Chromium's message, without a URL, when a page closes while its service worker is being fetched. */
const WORKER_NOT_FETCHED = 'An unknown error occurred when fetching the script.';

/** Messages about outgoing requests blocked by the policy. */
const STOPPED = /^(Connecting to|Fetch API cannot load)|'https?:.* violates the following Content Security Policy/;

/** The guest frame's message about a file its form requested and did not get. */
const FILE_REFUSED = /^\[guest\] (https?:\S+)/;

const isOwnFile = (url: string) => new URL(url).pathname.startsWith('/remotes/surveys/');

/** Interfaces that could let data leave a frame. Naming one is no fault: libraries do without ever using it. */
const WAYS =
  /\b(localStorage|sessionStorage|indexedDB|document\.cookie|RTCPeerConnection|WebSocket|EventSource|sendBeacon|XMLHttpRequest|fetch|window\.open|window\.top|window\.parent|postMessage|serviceWorker|SharedWorker|Worker|BroadcastChannel|eval)\b/g;

/** Notes which interfaces the remote's code names. */
export function noteNames(files: FolderFiles, findings: Findings): void {
  findings.note('isolation');
  const scripts = [...files].filter(([path]) => /\.m?js$/.test(path));
  const named = new Set(scripts.flatMap(([, content]) => content.toString().match(WAYS) ?? []));
  if (named.size > 0) findings.note('isolation', `its code names ${[...named].sort().join(', ')}`);
}

function judgeComplaint({ text, url }: { text: string; url: string }, findings: Findings): void {
  const [, tried] = ATTEMPTS.find(([said]) => said.test(text)) ?? [];
  if (tried !== undefined) findings.fault('isolation', `it tried ${tried}: ${text.slice(0, 200)}`);
  if (text === WORKER_NOT_FETCHED) return;
  if (STOPPED.test(text)) findings.fault('network', text.slice(0, 300));
  else if (!NOT_BY_REMOTE.test(text)) findings.fault('quiet', `${text.slice(0, 300)} ${url}`.trim());
}

/**
 * Records what the browser reported about a visit, at its end: blocked actions, requests, console errors and uncaught
 * errors.
 */
export function checkReports(visit: Visit, findings: Findings): void {
  findings.note('quiet');
  const { complaints, popups, calls } = visit.page;
  for (const complaint of complaints) judgeComplaint(complaint, findings);
  for (const url of popups) findings.fault('isolation', `it opened a window: ${url}`);
  for (const { method, url } of calls) {
    if (!isOwnFile(url)) findings.fault('network', `${method} ${url}`);
  }
  for (const { text, source } of visit.consoleLines()) {
    const [, asked] = FILE_REFUSED.exec(text) ?? [];
    if (asked !== undefined && !isOwnFile(asked)) findings.fault('network', `GET ${asked}`);
    if (text.startsWith('Uncaught')) findings.fault('quiet', `${text.slice(0, 300)} (${source})`);
  }
}

/** Checks the console of the form's document for errors and warnings. Comes last, because scripts could detect it. */
export async function checkConsole(visit: Visit, findings: Findings): Promise<void> {
  for (const text of await visit.page.consoleFaults(visit.place)) {
    if (!NOT_BY_REMOTE.test(text)) findings.fault('quiet', text.slice(0, 300));
  }
}

/** Browser objects that a form has no reason to change, as script expressions. */
const OBJECTS = [
  'globalThis',
  ...'EventTarget Node Element Document HTMLElement HTMLFormElement HTMLInputElement MessagePort MessageEvent'
    .concat(' XMLHttpRequest Promise Object Function Array String Map RegExp')
    .split(' ')
    .map((name) => `${name}.prototype`),
];

const isOurs = (description: string | undefined) => description !== undefined && !/\[native code\]/.test(description);

/**
 * Returns the browser functions that scripts have replaced, e.g. "EventTarget.prototype.addEventListener". The check
 * goes through the DevTools protocol, so no script can falsify it.
 */
export async function replacedFunctions({ place: { session } }: Visit): Promise<Set<string>> {
  const found = new Set<string>();
  for (const expression of OBJECTS) {
    const { objectId } = (await session.send('Runtime.evaluate', { expression })).result;
    if (objectId === undefined) continue;
    const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
    for (const { name, value, get, set } of result) {
      const method = value?.type === 'function' ? value : undefined;
      if ([method, get, set].some((each) => isOurs(each?.description))) found.add(`${expression}.${name}`);
    }
  }
  return found;
}

/** Compares the functions replaced with this form to those that the frame itself replaced with another form. */
export async function checkReplaced(visit: Visit, before: Set<string>, findings: Findings): Promise<void> {
  // In the kit's world, the window has the browser's names only.
  const names = await visit.page.evaluate(visit.place, () => Object.getOwnPropertyNames(globalThis), null);
  for (const name of await replacedFunctions(visit)) {
    const own = name.replace('globalThis.', '');
    if (before.has(name) || (name !== own && !names.includes(own))) continue;
    findings.fault('isolation', `it put a function of its own in the place of ${own}`);
  }
}
