import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextIfThere } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { buildGallery } from 'shared-ui/gallery/build';
import { GALLERY_DIST } from 'shared-ui/gallery/server';
import { folderHash } from './source-hash.ts';

/** Everything that the gallery is built from. */
const SOURCES = ['shared-ui', 'shared-ui/gallery', 'package-lock.json'].map((path) => join(REPO, path));

/** Hash of the sources of the build in the same folder. Every build removes it first. */
const RECORD = join(GALLERY_DIST, 'sources.txt');

/** Builds the gallery unless it is built from the current sources. */
export async function buildChangedGallery(): Promise<void> {
  const hash = await folderHash(SOURCES);
  if ((await readTextIfThere(RECORD)) === hash) return;
  await buildGallery();
  await writeFile(RECORD, hash);
}

// `npm test` builds it once, before two of its stages need it at the same time.
if (import.meta.main) await buildChangedGallery();
