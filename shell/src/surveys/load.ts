import { signedInUser, store } from 'shared-ui';

/** Maximum time that a sign-out waits for the check for unsent feedback (ms). */
const UNSENT_TIMEOUT_MS = 1_000;

/** Loads the survey delivery code, after the first screen. */
export const loadDelivery = () => import('./outbox/index.ts');

/** Sends unsent surveys from earlier, and keeps retrying while the page is open. */
export function startDelivering(): void {
  loadDelivery()
    .then(({ startDelivery }) => startDelivery())
    .catch((error: unknown) => console.info('Survey delivery could not be started', error));
}

/** Whether the signed-in user has undelivered feedback on this phone, also on a page that has just opened. */
export async function hasUnsent(): Promise<boolean> {
  const read = loadDelivery()
    .then(({ startDelivery, unsentRead }) => {
      startDelivery();
      return unsentRead();
    })
    .catch((error: unknown) => console.info('Unsent feedback could not be read', error));
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, UNSENT_TIMEOUT_MS))]);
  return store.getState().delivery.unsent.length > 0;
}

/** Deletes the feedback that a user, by default the signed-in one, has not sent and the receipts not reported yet. */
export async function forgetUnsent(user = signedInUser(store.getState())): Promise<void> {
  if (user) await (await loadDelivery()).forgetUnsent(user.id);
}
