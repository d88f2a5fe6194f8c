import { readFile } from 'node:fs/promises';
import type { FolderFiles } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import type { StaticFile } from '../http/respond.ts';

/**
 * File with the source maps of a published version: path of each map -> its text. The manifest lists one file instead of
 * one for each script, because every page loads the manifest.
 */
export const SOURCE_MAPS = 'source-maps.json';

const MAP = /\.map$/i;

/** Whether a file shows sources. Only browsers with a test version may read it. */
export const showsSources = (path: string): boolean => MAP.test(path) || path === SOURCE_MAPS;

/** Whether a file may have a source map. */
export const mayBeMapped = (path: string): boolean => /\.(m?js|css)$/.test(path);

/**
 * Replaces the source maps among the files of a build by one file. It is the last one, also if they were packed before,
 * so that a published version that is published again has the same manifest.
 */
export function packSourceMaps(files: FolderFiles): void {
  const maps = [...files].filter(([path]) => MAP.test(path));
  const packed = files.get(SOURCE_MAPS);
  if (maps.length === 0) {
    if (packed !== undefined && files.delete(SOURCE_MAPS)) files.set(SOURCE_MAPS, packed);
    return;
  }
  for (const [path] of maps) files.delete(path);
  const texts = maps.map(([path, content]) => [path, content.toString('utf8')]);
  files.set(SOURCE_MAPS, Buffer.from(JSON.stringify(Object.fromEntries(texts))));
}

/** Returns the text of one source map in that file; undefined if it has none for this path. */
export async function sourceMapIn({ path: file }: StaticFile, path: string): Promise<string | undefined> {
  const maps: unknown = JSON.parse(await readFile(file, 'utf8'));
  const map = isRecord(maps) && Object.hasOwn(maps, path) ? maps[path] : undefined;
  return typeof map === 'string' ? map : undefined;
}
