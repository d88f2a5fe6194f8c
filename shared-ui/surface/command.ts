import { writeFile } from 'node:fs/promises';
import { describe, differenceOf, faultOf } from './compare.ts';
import { currentSurface, formatSurface, readSurface, SURFACE_FILE } from './surface.ts';

/**
 * Compares the exports with the committed list, prints what semver requires, and updates the list if the version meets
 * it.
 */
async function main(): Promise<void> {
  const [committed, now] = [await readSurface(), await currentSurface()];
  if (committed !== undefined) {
    for (const line of describe(differenceOf(committed.entries, now.entries))) console.log(line);
    const fault = faultOf(committed, now);
    if (fault !== undefined) {
      console.error(fault.split('\n').at(-1));
      process.exitCode = 1;
      return;
    }
  }
  await writeFile(SURFACE_FILE, formatSurface(now));
  const names = Object.values(now.entries).reduce((sum, entry) => sum + Object.keys(entry).length, 0);
  console.log(`shared-ui ${now.version} exports ${names} names.`);
}

await main();
