import type { FolderFiles } from 'server-kit/disk';
import type { Findings } from '../results/findings.ts';
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

/** Interfaces that could let data leave a frame. Naming one is no fault: libraries do without ever using it. */
const WAYS =
  /\b(localStorage|sessionStorage|indexedDB|document\.cookie|RTCPeerConnection|WebSocket|EventSource|sendBeacon|XMLHttpRequest|fetch|window\.open|window\.top|window\.parent|postMessage|serviceWorker|SharedWorker|Worker|BroadcastChannel|eval)\b/g;

/** Notes which of these interfaces the remote's code names, for the report. */
export function noteNames(files: FolderFiles, findings: Findings): void {
  findings.note('isolation');
  const scripts = [...files].filter(([path]) => /\.m?js$/.test(path));
  const named = new Set(scripts.flatMap(([, content]) => content.toString().match(WAYS) ?? []));
  if (named.size > 0) findings.note('isolation', `its code names ${[...named].sort().join(', ')}`);
}

/** Notes where the form ran. */
export function noteFrame(visit: Visit, findings: Findings): void {
  findings.note(
    'isolation',
    visit.isFramed
      ? 'it ran in a frame of an origin of its own, out of reach of the page'
      : 'it ran in the page itself, within reach of all that is there',
  );
}

/** Records what the browser blocked while the form was open. */
export function checkAttempts(visit: Visit, findings: Findings): void {
  for (const { text } of visit.page.complaints) {
    const [, tried] = ATTEMPTS.find(([said]) => said.test(text)) ?? [];
    if (tried !== undefined) findings.fault('isolation', `it tried ${tried}: ${text.slice(0, 200)}`);
  }
  for (const url of visit.page.popups) findings.fault('isolation', `it opened a window: ${url}`);
}

/** Browser objects that a form has no reason to change, as script expressions. */
const OBJECTS = [
  'globalThis',
  ...['EventTarget', 'Node', 'Element', 'Document', 'HTMLElement', 'HTMLFormElement', 'HTMLInputElement'],
  ...[
    'MessagePort',
    'MessageEvent',
    'XMLHttpRequest',
    'Promise',
    'Object',
    'Function',
    'Array',
    'String',
    'Map',
    'RegExp',
  ],
].map((name) => (name === 'globalThis' ? name : `${name}.prototype`));

interface Property {
  name: string;
  value?: { type: string; description?: string; className?: string };
  get?: { description?: string };
  set?: { description?: string };
}

const isOurs = (description: string | undefined) => description !== undefined && !/\[native code\]/.test(description);

/**
 * Returns the browser functions that scripts have replaced, e.g. "EventTarget.prototype.addEventListener". The check
 * goes through the DevTools protocol, so no script can falsify it.
 */
export async function replacedFunctions(visit: Visit): Promise<Set<string>> {
  const found = new Set<string>();
  for (const object of OBJECTS) {
    const { result } = await visit.page.ask(visit.place, 'Runtime.evaluate', { expression: object });
    const { objectId } = (result ?? {}) as { objectId?: string };
    if (objectId === undefined) continue;
    const answer = await visit.page.ask(visit.place, 'Runtime.getProperties', { objectId, ownProperties: true });
    for (const { name, value, get, set } of answer.result as Property[]) {
      const isFunction = value?.type === 'function';
      const isReplaced =
        (isFunction && isOurs(value.description)) || isOurs(get?.description) || isOurs(set?.description);
      if (isReplaced) found.add(`${object}.${name}`);
    }
  }
  return found;
}

/** Compares the functions replaced with this form to those the frame itself replaced with another form. */
export function checkReplaced(before: Set<string>, now: Set<string>, browsers: Set<string>, findings: Findings): void {
  for (const name of now) {
    const own = name.replace('globalThis.', '');
    if (before.has(name) || (name.startsWith('globalThis.') && !browsers.has(own))) continue;
    findings.fault('isolation', `it put a function of its own in the place of ${own}`);
  }
}
