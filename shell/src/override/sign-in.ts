import { store } from 'shared-ui';
import { savedToken } from 'shared-ui/host';
import { endOverride, mayKeep } from './door.ts';

let asked: string | null = null;

/**
 * Asks the server whether this session may keep the test version, once a session. Resolves when it may, or where there is no
 * session; otherwise the page is left.
 */
async function ask(): Promise<void> {
  const token = savedToken();
  if (token === null || token === asked) return;
  asked = token;
  if (await mayKeep(token)) return;
  await endOverride();
  // Nothing of the test version runs any more while the page goes.
  await new Promise(() => undefined);
}

/**
 * Holds every session of this page to the rule that only testers keep a test version: the saved one before anything of
 * it is loaded, and each that begins later as soon as a session is complete.
 */
export async function watchSignIn(): Promise<void> {
  store.subscribe(({ session }, before) => {
    if (session.status !== 'full') return;
    // A wristband's session becomes a full one under the same token.
    if (before.session.status === 'narrow') asked = null;
    void ask();
  });
  await ask();
}
