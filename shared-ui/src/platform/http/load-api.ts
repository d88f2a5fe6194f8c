import { ApiFailure } from './failure.ts';

/**
 * Loads the ky instance for API requests: it takes 7 kB, and a visitor's first screen makes none. Rejects with
 * ApiFailure if its file can't be fetched; the next call tries again.
 */
export async function loadApi() {
  try {
    // Pages of people who are signed in preload it by this name (shell/webpack/shell-manifest-plugin.cjs).
    return (await import(/* webpackChunkName: "calls" */ './api.ts')).api;
  } catch (error) {
    console.info('The code for requests could not be loaded', error);
    throw new ApiFailure('unreachable', 0, 'CODE', '');
  }
}
