/** Keeps several versions of the site next to each other: a folder each, and `latest`, which leads to the newest. */
import { glob, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

const VERSION = /^\d+\.\d+\.\d+$/;

const numbers = (version: string) => version.split('.').map(Number);

/** Compares two versions, the newer one first. */
function newerFirst(a: string, b: string): number {
  const [first, second] = [numbers(a), numbers(b)];
  const place = first.findIndex((number, index) => number !== second[index]);
  return place === -1 ? 0 : (second[place] ?? 0) - (first[place] ?? 0);
}

/** Returns the versions that a folder holds, newest first. */
export async function versionsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => VERSION.test(name)).toSorted(newerFirst);
}

const redirectTo = (target: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Lodestar documentation</title>
    <meta http-equiv="refresh" content="0; url=${target}" />
    <link rel="canonical" href="${target}" />
  </head>
  <body>
    <p><a href="${target}">Lodestar documentation</a></p>
  </body>
</html>
`;

/**
 * Writes what leads to the versions in a folder: `versions.json` for the site's menu, `latest` with a redirect for each
 * page of the newest version, and one at the root. Returns the newest version.
 */
export async function writeVersions(folder: string): Promise<string> {
  const versions = await versionsIn(folder);
  const [newest = ''] = versions;
  await writeFile(join(folder, 'versions.json'), `${JSON.stringify(versions)}\n`);
  await writeFile(join(folder, 'index.html'), redirectTo(`${newest}/index.html`));
  await rm(join(folder, 'latest'), { recursive: true, force: true });
  for await (const page of glob('**/*.html', { cwd: join(folder, newest) })) {
    const path = join(folder, 'latest', page);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, redirectTo(posix.relative(posix.join('latest', posix.dirname(page)), `${newest}/${page}`)));
  }
  return newest;
}
