import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';

/**
 * Poll interval in milliseconds. Builds replace their folder in many ways, by renaming or after removing it, which
 * watchers of the system miss; it holds few files.
 */
const POLL_INTERVAL_MS = 150;

/** Returns names, sizes and times of a build's files, or undefined while it has no remote.json. */
async function stateOf(folder: string): Promise<string | undefined> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const lines = files
      .map((file) => relative(folder, file))
      .sort()
      .map(async (path) => {
        const { size, mtimeMs } = await stat(join(folder, path));
        return `${path} ${size} ${mtimeMs}`;
      });
    const state = (await Promise.all(lines)).join('\n');
    return state.includes(`${REMOTE_MANIFEST} `) ? state : undefined;
  } catch {
    // The folder is being replaced.
    return undefined;
  }
}

/** Yields at once, and then after every change of the build in the folder, when all of its files are written. */
export async function* buildsIn(folder: string, signal?: AbortSignal): AsyncGenerator<void> {
  let examined: string | undefined;
  let before: string | undefined;
  while (!signal?.aborted) {
    const state = await stateOf(folder);
    if (state !== undefined && state === before && state !== examined) {
      examined = state;
      yield;
    }
    before = state;
    await wait(POLL_INTERVAL_MS);
  }
}
