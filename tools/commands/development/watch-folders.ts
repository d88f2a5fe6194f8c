import { watch } from 'node:fs';

/** Debounce in milliseconds, because editors write a file in several steps. */
const SETTLE_MS = 60;

const GENERATED = /(^|[\\/])(node_modules|dist|\.mf)([\\/]|$)/;

/** Returns whether a file below a source folder is written by an install, a build or federation's type generation. */
export const isGenerated = (path: string): boolean => GENERATED.test(path);

/**
 * Calls `changed` shortly after any source in the folders changes.
 * @returns a function that stops watching
 */
export function watchFolders(folders: string[], changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_kind, file) => {
      if (isGenerated(file ?? '')) return;
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
