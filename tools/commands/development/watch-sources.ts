import { join, relative, sep } from 'node:path';
import Watchpack from 'watchpack';

/** Time without a further change before one is reported (ms): editors write a file in several steps. */
const SETTLE_MS = 30;

/** A folder that an install, a build, a tool or version control writes to. */
const GENERATED = /^(node_modules|dist|coverage|\..+)$/;

/** Returns whether a path, relative to a source folder, is in a folder that holds no sources. */
export function isGenerated(path: string): boolean {
  return path.split(/[\\/]/).some((part) => GENERATED.test(part));
}

/** Returns whether a path is outside the folders, or generated. Its separator is "/" on every system. */
function isIgnoredIn(folders: string[], path: string): boolean {
  const target = path.split('/').join(sep);
  const folder = folders.find((one) => target === one || target.startsWith(join(one, sep)));
  return folder === undefined || isGenerated(relative(folder, target));
}

/**
 * Calls `changed` shortly after any source in the folders changes, whether it was written in place or replaced by a
 * rename. The watcher scans a folder again after it failed, and polls it when the system has no watches left.
 * @returns a function that stops watching
 */
export function watchSources(folders: string[], changed: () => void): () => void {
  const watcher = new Watchpack({
    aggregateTimeout: SETTLE_MS,
    followSymlinks: false,
    ignored: (path) => isIgnoredIn(folders, path),
  });
  watcher.on('aggregated', changed);
  watcher.watch({ directories: folders, startTime: Date.now() });
  return () => watcher.close();
}
