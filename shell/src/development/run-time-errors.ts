import { isObject, type RunTimeError } from 'shared-ui/contract';
import type { RemoteFailure } from '../remotes/failure.ts';
import { claimsOfPage } from '../remotes/registry.ts';
import { addThrown } from './problems.ts';

/** The address of a file of a development build. */
const DEV_FILE = /\/remotes\/([a-z][a-z0-9-]*)\/([^/\s]+-dev\.\d+)\//;
const DEV_BUILD = /@.*-dev\.\d+$/;
/** What a link to a test version adds to a build's number. */
const LINK = /-override\.[0-9a-f]+$/;
/** The gateway takes no more than these together. */
const LONGEST_MESSAGE = 2_000;
const LONGEST_STACK = 8_000;

const stackOf = (error: unknown) => (isObject(error) && typeof error.stack === 'string' ? error.stack : '');

/** The development build whose code an error comes from, as `name@version`. */
function buildBehind(error: unknown, file: string): string | undefined {
  const [, name, version] = DEV_FILE.exec(stackOf(error)) ?? DEV_FILE.exec(file) ?? [];
  return name && `${name}@${version}`;
}

/** What comes late from a version that is not on the page any more is of no use. */
function isOnPage(remote: string): boolean {
  const [name = '', version] = remote.split('@');
  return claimsOfPage().remotes[name]?.active.replace(LINK, '') === version;
}

/** Sends an error to where the dev command hears of it, and where it is known which place in the sources that was. */
async function located(error: RunTimeError, reportTo: string): Promise<RunTimeError> {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(reportTo, { method: 'POST', headers, body: JSON.stringify(error) });
    return answer.ok ? await answer.json() : error;
  } catch {
    // Out of reach: the page still shows what it knows.
    return error;
  }
}

interface Details {
  message: string;
  code?: string;
}

async function report(reportTo: string, remote: string | undefined, error: unknown, details: Details) {
  if (!remote || !isOnPage(remote)) return;
  const message = details.message.slice(0, LONGEST_MESSAGE) || 'Error';
  const stack = stackOf(error).slice(0, LONGEST_STACK);
  const found = await located({ ...details, remote, message, ...(stack && { stack }) }, reportTo);
  if (isOnPage(remote)) addThrown(found);
}

/**
 * Follows what goes wrong in this page in the code of remotes under development, until the page is left.
 * @param reportTo address that each error is sent to
 */
export function followRunTimeErrors(reportTo: string): void {
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // Where there is no stack, the event says where it was.
    const thrown = stackOf(error) ? error : { stack: `${filename}:${lineno}:${colno}` };
    void report(reportTo, buildBehind(thrown, filename), thrown, { message: message || String(error) });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    void report(reportTo, buildBehind(reason, ''), reason, { message: String(reason) });
  });
  window.addEventListener('lodestar:remote-failure', (event) => {
    const { remote, code, message, cause } = (event as CustomEvent<RemoteFailure>).detail;
    const build = remote.replace(LINK, '');
    if (DEV_BUILD.test(build)) void report(reportTo, build, cause, { code, message });
  });
}
