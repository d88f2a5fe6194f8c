import { store } from 'shared-ui';

/** A sign-out does not wait longer than this to find out what is left, in milliseconds. */
const PATIENCE_MS = 1_000;

/** The delivery of surveys: fetched after the first screen, which does not need it. */
export const loadDelivery = () => import('./outbox/index.ts');

/** Sends what is left from earlier, and keeps at it while the page is open. */
export function startDelivering(): void {
  loadDelivery()
    .then(({ startDelivery }) => startDelivery())
    .catch((error: unknown) => console.info('The delivery of surveys could not be started', error));
}

async function readUnsent(): Promise<void> {
  const { startDelivery, unsentRead } = await loadDelivery();
  startDelivery();
  await unsentRead();
}

/** Whether the signed-in person has feedback on this phone that has not arrived, also on a page that has only just opened. */
export async function hasUnsent(): Promise<boolean> {
  const read = readUnsent().catch((error: unknown) => console.info('Unsent feedback could not be looked for', error));
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return store.getState().delivery.unsent.length > 0;
}
