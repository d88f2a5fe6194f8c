import { defineCatalogue } from 'shared-ui/languages';
import { TEST_MARK } from '../offline/protocol.ts';
import en from './locales/en.json';

/** Texts for test versions, kept out of the main catalogue so that other pages don't load them. */
export const words = defineCatalogue('shell/override', en, (tag) => import(`./locales/${tag}.json`));

/** Makes the service worker request every page from the server, as its cached revision is the regular one. */
export async function markTestVersion(): Promise<void> {
  await globalThis.caches
    ?.open(TEST_MARK)
    .catch((error: unknown) => console.info('The test version could not be marked in storage', error));
}

/** Ends the test version and reloads the page: from the server, or offline from the stored regular revision. */
export async function endOverride(): Promise<void> {
  await fetch('/override/end', { method: 'POST' }).catch((error: unknown) =>
    console.info('The server could not be notified of the end of the test version', error),
  );
  await globalThis.caches?.delete(TEST_MARK).catch(() => false);
  location.reload();
}

/** Pauses before the server is asked again (ms). */
const RETRY_MS = [500, 1_500];

/**
 * Whether the session's user may keep the test version. If not, the server ends it. A server that cannot be reached, or
 * cannot reach the API, is asked again, so that a moment without network doesn't end a test.
 */
export async function mayKeepOverride(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = () => fetch('/override/keep', { method: 'POST', headers }).catch(() => undefined);
  let response = await ask();
  for (const pause of RETRY_MS) {
    if (response && response.status < 500) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    response = await ask();
  }
  return response?.ok === true;
}

/** Requests the developer's next build by its signed token, for the next page or registry that the server sends. */
export async function requestBuild(token: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/override', { method: 'POST', headers, body: JSON.stringify({ token }) });
  if (!response.ok) throw new Error(`The server rejected the next build (${response.status})`);
}
