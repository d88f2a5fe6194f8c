import { whenSettled } from '../idle.ts';

/** Has everything that offline use needs begin, once the first screen stands. Failing, the product works online. */
export function startOfflineLater(): void {
  const start = () => {
    import('./updates.ts')
      .then(({ startOffline }) => startOffline())
      .catch((error: unknown) => console.info('Nothing is kept for use without network', error));
  };
  whenSettled(start, 0);
}
