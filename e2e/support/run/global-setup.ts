import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareBuilds } from '../hospital/builds.ts';
import { RESULTS, RUNNING } from '../hospital/workshop.ts';
import { filmWristband } from '../phone/camera.ts';
import { BARCODES } from '../phone/symbol.ts';
import { makeContactSheets } from '../screens/contact-sheet.ts';

/** Maximum duration of a test run, in milliseconds. Folders older than this are abandoned. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Removes folders left behind by killed runs. Folders of runs still in progress are kept. */
async function removeAbandoned(): Promise<void> {
  await mkdir(RUNNING, { recursive: true });
  for (const name of await readdir(RUNNING)) {
    const folder = join(RUNNING, name);
    const made = await stat(folder).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > ABANDONED_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what runs after the tests. */
export default async function setUp(): Promise<() => Promise<void>> {
  await rm(RESULTS, { recursive: true, force: true });
  await removeAbandoned();
  await prepareBuilds();
  for (const barcode of BARCODES) await filmWristband(barcode);
  return async () => {
    const folder = await makeContactSheets();
    if (folder !== undefined) console.log(`\nContact sheets of the screens: ${folder}/sheet-*.html and .png`);
  };
}
