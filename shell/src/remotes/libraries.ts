let done: Promise<unknown> = Promise.resolve();

/** From now on the modules of remotes are run when `libraries` is over: what they share would else be run in one go. */
export function holdModules(libraries: Promise<unknown>): void {
  done = libraries;
}

/** Resolves when the libraries that remotes share with the host have been run. */
export const librariesHaveRun = (): Promise<unknown> => done;
