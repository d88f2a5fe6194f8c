import type { RuntimeConfig } from 'shared-ui/contract';
import { beginFirstCode } from './first-code.ts';

/**
 * The first file of the page: this module and what it imports (webpack/first-file-plugin.cjs). It runs when it has come, while the
 * libraries are still on their way, so it may import none of them.
 */
interface Beginning {
  /** The page's configuration; rejects when it can't be read. */
  config: Promise<RuntimeConfig>;
  /** The libraries have run: modules of remotes may, too. */
  freeModules: () => void;
}

function begin(): Beginning {
  let freeModules = () => {};
  const libraries = new Promise<void>((resolve) => {
    freeModules = resolve;
  });
  const config = beginFirstCode(libraries);
  // Who starts the page says what is wrong with it.
  config.catch(() => undefined);
  return { config, freeModules };
}

/** What has begun; nothing in the frame of a guest, which takes what this shell shares and nothing else. */
export const beginning = globalThis.__lodestarShare ? undefined : begin();
