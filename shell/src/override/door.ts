import { TEST_MARK } from '../offline/protocol.ts';

/** Has the service worker ask the server for each page: what it keeps is the version that everybody gets. */
export async function tellWorker(): Promise<void> {
  await globalThis.caches?.open(TEST_MARK).catch((error: unknown) => console.info('The phone keeps nothing', error));
}

/**
 * Goes back to the version that everybody gets: by the server's word where it can be reached, else by what the phone has kept.
 * The page is loaded anew.
 */
export async function endOverride(): Promise<void> {
  await fetch('/override/end', { method: 'POST' }).catch((error: unknown) => console.info('Not told', error));
  await globalThis.caches?.delete(TEST_MARK).catch(() => false);
  location.reload();
}

/** Whether the user of a session may keep the test version. The server decides, and ends it by itself if not. */
export async function mayKeep(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch('/override/keep', { method: 'POST', headers }).catch(() => undefined);
  return answer?.ok === true;
}

/** Takes the next build of the developer at work, by its signed token, and loads the page anew. */
export async function takeBuild(token: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/override', { method: 'POST', headers, body: JSON.stringify({ token }) });
  if (!answer.ok) throw new Error(`The next build was refused (${answer.status})`);
  location.reload();
}
