/** The delivery of surveys: fetched after the first screen, which does not need it. */
export const loadDelivery = () => import('shared-ui/delivery');

/** Sends what is left from earlier, and keeps at it while the page is open. */
export function startDelivering(): void {
  loadDelivery()
    .then(({ startDelivery }) => startDelivery())
    .catch((error: unknown) => console.info('The delivery of surveys could not be started', error));
}
