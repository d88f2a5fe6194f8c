import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareBuilds } from './builds.ts';
import { BARCODES, filmWristband } from './camera.ts';
import { RESULTS, RUNNING } from './workshop.ts';

/** No run takes that long, in milliseconds. */
const ABANDONED_MS = 60 * 60 * 1000;

/** What runs that were killed have left; another that is under way is left alone. */
async function removeAbandoned(): Promise<void> {
  await mkdir(RUNNING, { recursive: true });
  for (const name of await readdir(RUNNING)) {
    const folder = join(RUNNING, name);
    const made = await stat(folder).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > ABANDONED_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Once a run: the builds, and the films for the fake camera. */
export default async function setUp(): Promise<void> {
  await rm(RESULTS, { recursive: true, force: true });
  await removeAbandoned();
  await prepareBuilds();
  for (const barcode of BARCODES) await filmWristband(barcode);
}
