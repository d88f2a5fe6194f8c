import { rm } from 'node:fs/promises';
import { prepareBuilds } from './builds.ts';
import { BARCODES, filmWristband } from './camera.ts';
import { RESULTS } from './workshop.ts';

/** Once a run: the builds, and the films for the fake camera. */
export default async function setUp(): Promise<void> {
  await rm(RESULTS, { recursive: true, force: true });
  await prepareBuilds();
  for (const barcode of BARCODES) await filmWristband(barcode);
}
