import { readdir } from 'node:fs/promises';
import { PlainError, reasonOf } from 'server-kit/plain-error';

/** Folder of a project that holds the platform's packages, for machines and CI without access to the hospital. */
export const PLATFORM_FOLDER = 'platform';

/** Packages of the platform that remotes import, and those that only their development needs. */
const NEEDED = ['shared-ui', 'remote-tools'];
const OPTIONAL = ['e2e-kit', 'lodestar-shell'];

/** A packed package of the platform. */
export interface Tarball {
  name: string;
  version: string;
  file: string;
}

const FILE = /^(.+)-(\d+\.\d+\.\d+)\.tgz$/;

const { compare: compareVersions } = new Intl.Collator('en', { numeric: true });

/** Returns whether a version of a package comes after another: 2.10.0 after 2.9.1. */
export const isNewer = (version: string, other: string): boolean => compareVersions(version, other) > 0;

/** Returns the newest tarball of each package of the platform among some file names. */
function newestOf(files: readonly string[]): Tarball[] {
  const found = new Map<string, Tarball>();
  for (const file of files) {
    const [, name = '', version = ''] = FILE.exec(file) ?? [];
    if (![...NEEDED, ...OPTIONAL].includes(name)) continue;
    const other = found.get(name);
    if (other === undefined || isNewer(version, other.version)) found.set(name, { name, version, file });
  }
  return [...found.values()];
}

/** Returns the platform's packages among some file names. Throws PlainError if one that every remote needs is missing. */
export function platformAmong(files: readonly string[], place: string): Tarball[] {
  const found = newestOf(files);
  const missing = NEEDED.filter((name) => !found.some((tarball) => tarball.name === name));
  if (missing.length === 0) return found;
  const names = missing.map((name) => `${name}-VERSION.tgz`).join(' and ');
  throw new PlainError(`${place} has no ${names}. "npm run pack-platform" in the product's repository writes them.`);
}

/** Returns the platform's packages in a folder. Throws PlainError if there are none. */
export async function platformIn(folder: string): Promise<Tarball[]> {
  return platformAmong(await readdir(folder).catch(() => []), folder);
}

/** Returns packages as dependencies on the files in the project: name -> specifier. */
export const fileDependencies = (tarballs: readonly Tarball[]): Record<string, string> =>
  Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${PLATFORM_FOLDER}/${file}`]));

/** Timeout in milliseconds: the largest package takes a minute on a slow line. */
const TIMEOUT_MS = 120_000;

/** Returns the bytes at an address. Throws PlainError if it is unreachable or refuses. */
export async function download(url: URL): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new PlainError(`${url} answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  } catch (thrown) {
    throw thrown instanceof PlainError ? thrown : new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
  }
}
