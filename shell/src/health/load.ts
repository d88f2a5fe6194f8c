/** Starts reporting the health of the remotes in this page. Fetched after the first screen, which does not need it. */
export function startReporting(): void {
  import('./reporting.ts')
    .then(({ startReporting: start }) => start())
    .catch((error: unknown) => console.info('How the remotes do is not reported', error));
}
