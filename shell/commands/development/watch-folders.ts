import { watch } from 'node:fs';

/** Editors write a file in several steps; one call is enough, in milliseconds. */
const SETTLE_MS = 60;

const GENERATED = /(^|[\\/])(node_modules|dist|\.mf)([\\/]|$)/;

/** Whether installing, building or federation's types write a file below a source folder, and no person. */
export const isGenerated = (path: string): boolean => GENERATED.test(path);

/**
 * Calls back soon after any source below some folders changed.
 * @returns what ends it
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
