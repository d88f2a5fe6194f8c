let done: Promise<unknown> = Promise.resolve();

/**
 * Delays running remotes' modules until `libraries` settles; otherwise shared libraries would run in one long task.
 */
export function holdModules(libraries: Promise<unknown>): void {
  done = libraries;
}

/** Resolves when the libraries that remotes share with the host have run. */
export const librariesHaveRun = (): Promise<unknown> => done;
