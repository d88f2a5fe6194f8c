import { isRecord } from '../../shell/gateway/fields.ts';
import type { Findings } from './findings.ts';
import type { Visit } from './visit/visit.ts';

/** What is not the remote's: the product's words about one that it can't load, and about what the kit itself withholds. */
const NOT_THEIRS = /^(\[remote\]|RemoteFailure)|ServiceWorker|service worker|status of (400|503)/i;

/** What the browser says, without an address, when a page is closed while its service worker is fetched. */
const WORKER_NOT_FETCHED = 'An unknown error occurred when fetching the script.';

/** What the policy has stopped on its way out. */
const STOPPED = /^(Connecting to|Fetch API cannot load)|'https?:.* violates the following Content Security Policy/;

/** What a guest's frame says of a file that its form has asked for and does not get. */
const NOT_BROUGHT = /^\[guest\] (https?:\S+)/;

const isOwnFile = (url: string) => new URL(url).pathname.startsWith('/remotes/surveys/');

/** Checks for console errors, policy violations and uncaught errors. */
export function checkQuiet(visit: Visit, findings: Findings): void {
  findings.note('quiet');
  for (const { text, url } of visit.page.complaints) {
    if (text === WORKER_NOT_FETCHED) continue;
    if (STOPPED.test(text)) findings.fault('network', text.slice(0, 300));
    else if (!NOT_THEIRS.test(text)) findings.fault('quiet', `${text.slice(0, 300)} ${url}`.trim());
  }
  for (const { method, url } of visit.page.calls) {
    if (!isOwnFile(url)) findings.fault('network', `${method} ${url}`);
  }
  for (const { text, source } of visit.consoleLines()) {
    const [, asked] = NOT_BROUGHT.exec(text) ?? [];
    if (asked !== undefined && !isOwnFile(asked)) findings.fault('network', `GET ${asked}`);
    const isUncaught = /^Uncaught/.test(text);
    if (isUncaught) findings.fault('quiet', `${text.slice(0, 300)} (${source})`);
  }
}

/** Errors and warnings that the form's document has in its console. Asked for last: a script could notice the asking. */
export async function checkConsole(visit: Visit, findings: Findings): Promise<void> {
  for (const { type, args } of await visit.page.consoleOf(visit.place)) {
    const text = args.map((arg) => (isRecord(arg) ? String(arg.value ?? arg.description ?? '') : '')).join(' ');
    if (['error', 'warning'].includes(type) && !NOT_THEIRS.test(text)) findings.fault('quiet', text.slice(0, 300));
  }
}
