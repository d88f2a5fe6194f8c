/**
 * The first file of the page: this module and its imports (webpack/first-file-plugin.cjs). It runs as soon as it has
 * loaded, while the libraries are still loading, so it must not import any of them.
 */
import type { RuntimeConfig } from 'shared-ui/contract';
import { runFirstCode } from './first-code.ts';

interface EarlyStart {
  /** The page's configuration; rejects if it can't be read. */
  config: Promise<RuntimeConfig>;
  /** Called when the libraries have run, so that modules of remotes may run too. */
  releaseModules: () => void;
}

function startEarly(): EarlyStart {
  let releaseModules = () => {};
  const libraries = new Promise<void>((resolve) => {
    releaseModules = resolve;
  });
  const config = runFirstCode(libraries);
  // The code that starts the page handles the failure.
  config.catch(() => undefined);
  return { config, releaseModules };
}

/** Result of the early start. Undefined in a guest's frame, which only uses the shell's shared packages. */
export const earlyStart = globalThis.__lodestarShare ? undefined : startEarly();
