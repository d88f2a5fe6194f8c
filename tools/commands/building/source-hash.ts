import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Folders at any level that no build reads. */
const NOT_SOURCE = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'gallery', 'surface']);
/** Parts of the shell that run in Node and belong to no build. */
const SHELL_SERVER = new Set(['brand', 'brand.json']);
const NOT_BUILT = /(\.test\.tsx?|\.spec\.ts|\.md)$|^\.|^surface\.json$/;
/** Dependencies of every build besides its own folder. */
const COMMON = ['shared-ui', 'package-lock.json', 'tsconfig.base.json'];

/**
 * Returns hashes of the packages' build inputs, which change only when a source changes.
 * @param folders package folders, relative to the repository
 * @returns folder -> hexadecimal SHA-256
 */
export async function sourceHashes(repo: string, folders: string[]): Promise<Map<string, string>> {
  const common = await Promise.all(COMMON.map((path) => digest(repo, path)));
  const hashes = new Map<string, string>();
  for (const folder of folders) {
    const own = await digest(repo, folder);
    hashes.set(folder, sha256([...common, own].join('\n')));
  }
  return hashes;
}

/** Returns one hash of all sources in the given folders, which changes only when a source changes. */
export async function folderHash(folders: string[]): Promise<string> {
  const digests = await Promise.all(folders.map((folder) => digest(dirname(folder), basename(folder))));
  return sha256(digests.join('\n'));
}

/** Returns the digest of a file, or of all sources below a folder. */
async function digest(repo: string, path: string): Promise<string> {
  const lines: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(repo, folder), { withFileTypes: true });
    const read = entries.map(async (entry) => {
      const inside = `${folder}/${entry.name}`;
      if (NOT_SOURCE.has(entry.name) || NOT_BUILT.test(entry.name)) return;
      if (folder === 'shell' && SHELL_SERVER.has(entry.name)) return;
      if (entry.isDirectory()) await visit(inside);
      else lines.push(`${inside} ${sha256(await readFile(join(repo, inside)))}`);
    });
    await Promise.all(read);
  };
  if ((await stat(join(repo, path))).isFile()) return sha256(await readFile(join(repo, path)));
  await visit(path);
  return sha256(lines.sort().join('\n'));
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
