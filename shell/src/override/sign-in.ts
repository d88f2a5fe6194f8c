import { store } from 'shared-ui';
import { savedToken } from 'shared-ui/host';
import { endOverride, mayKeepOverride } from './override.ts';

let checkedToken: string | null = null;

/**
 * Asks the server, once per session, whether the session may keep the test version. Resolves if it may or there is no
 * session; otherwise reloads the page and never resolves.
 */
async function checkSession(): Promise<void> {
  const token = savedToken();
  if (token === null || token === checkedToken) return;
  checkedToken = token;
  if (await mayKeepOverride(token)) return;
  await endOverride();
  // Don't run any test code while the page reloads.
  await new Promise(() => undefined);
}

/**
 * Ensures that only testers' sessions keep a test version: checks the saved session before any test code is loaded,
 * and each later session as soon as it is complete.
 */
export async function watchSignIn(): Promise<void> {
  store.subscribe(({ session }, before) => {
    if (session.status !== 'full') return;
    // A wristband session becomes a full one with the same token.
    if (before.session.status === 'narrow') checkedToken = null;
    void checkSession();
  });
  await checkSession();
}
