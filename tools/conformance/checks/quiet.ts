import { isRecord } from 'server-kit/fields';
import type { Findings } from '../results/findings.ts';
import type { Visit } from '../visit/visit.ts';

/**
 * Messages not caused by the remote: the product's, about one it can't load; Chromium's, about files that the page has
 * preloaded and a slow machine uses late; and those caused by the kit's own blocking.
 */
const NOT_BY_REMOTE =
  /^(\[remote\]|RemoteFailure)|preloaded using link preload|ServiceWorker|service worker|status of (400|503)/i;

/** Chromium's message, without a URL, when a page closes while its service worker is being fetched. */
const WORKER_NOT_FETCHED = 'An unknown error occurred when fetching the script.';

/** Messages about outgoing requests blocked by the policy. */
const STOPPED = /^(Connecting to|Fetch API cannot load)|'https?:.* violates the following Content Security Policy/;

/** The guest frame's message about a file its form requested and did not get. */
const FILE_REFUSED = /^\[guest\] (https?:\S+)/;

const isOwnFile = (url: string) => new URL(url).pathname.startsWith('/remotes/surveys/');

/** Checks for console errors, policy violations and uncaught errors. */
export function checkQuiet(visit: Visit, findings: Findings): void {
  findings.note('quiet');
  for (const { text, url } of visit.page.complaints) {
    if (text === WORKER_NOT_FETCHED) continue;
    if (STOPPED.test(text)) findings.fault('network', text.slice(0, 300));
    else if (!NOT_BY_REMOTE.test(text)) findings.fault('quiet', `${text.slice(0, 300)} ${url}`.trim());
  }
  for (const { method, url } of visit.page.calls) {
    if (!isOwnFile(url)) findings.fault('network', `${method} ${url}`);
  }
  for (const { text, source } of visit.consoleLines()) {
    const [, asked] = FILE_REFUSED.exec(text) ?? [];
    if (asked !== undefined && !isOwnFile(asked)) findings.fault('network', `GET ${asked}`);
    const isUncaught = /^Uncaught/.test(text);
    if (isUncaught) findings.fault('quiet', `${text.slice(0, 300)} (${source})`);
  }
}

/** Checks the console of the form's document for errors and warnings. Comes last, because scripts could detect it. */
export async function checkConsole(visit: Visit, findings: Findings): Promise<void> {
  for (const { type, args } of await visit.page.consoleOf(visit.place)) {
    const text = args.map((arg) => (isRecord(arg) ? String(arg.value ?? arg.description ?? '') : '')).join(' ');
    if (['error', 'warning'].includes(type) && !NOT_BY_REMOTE.test(text)) findings.fault('quiet', text.slice(0, 300));
  }
}
