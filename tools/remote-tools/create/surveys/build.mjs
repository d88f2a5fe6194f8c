// Builds the remote into dist/: the script, and remote.json, which describes it. Needs only Node 20 or newer.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';

const { version, homepage } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8'));
const declared = JSON.parse(await readFile(new URL('remote.json', import.meta.url), 'utf8'));
const source = await readFile(new URL('src/survey.js', import.meta.url), 'utf8');

// A page may load two versions at once, so the script's global name contains the version.
const container = `${declared.container}_${version.replaceAll(/[^A-Za-z0-9]/g, '_')}`;

const dist = new URL('dist/', import.meta.url);
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await writeFile(new URL(declared.entry, dist), source.replaceAll(declared.container, container));
const built = { ...declared, version, container, homepage };
await writeFile(new URL('remote.json', dist), `${JSON.stringify(built, null, 2)}\n`);
console.log(`dist/ contains surveys ${version}.`);
