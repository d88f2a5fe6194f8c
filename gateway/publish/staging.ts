import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists, type FolderFiles, integrityOf, readFolder, writeFolder, writePlainFolder } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import { mirrorOf } from '../registry/files/external.ts';
import { parseRemoteManifest, parseShellManifest, REMOTE_MANIFEST } from '../registry/manifest.ts';
import { isDevVersion, publishedFolder } from '../registry/registry.ts';
import { RefusalError } from '../team-requests/signed-request.ts';
import { manifestOf } from './build.ts';

/** A version's name, its number, and the hash of its manifest. */
interface VersionOfManifest {
  name: string;
  version: string;
  integrity: string | undefined;
}

/** Where the files of an ordered version are. */
export interface Source {
  folder: string;
  /** The files to store; absent if they are stored already, or stay on another server. */
  files?: FolderFiles;
}

const ABANDONED_MS = 60 * 60 * 1000;

const stagingOf = (root: string) => join(root, '.staging');

const newFolder = (root: string) => join(stagingOf(root), `${process.pid}-${randomBytes(6).toString('hex')}`);

const uploadFolder = (root: string, team: string, { name, version }: Pick<VersionOfManifest, 'name' | 'version'>) =>
  join(stagingOf(root), `upload-${team}-${name}@${version}`);

/** Removes what killed publications left: none takes an hour. */
async function removeAbandoned(root: string): Promise<void> {
  await mkdir(stagingOf(root), { recursive: true });
  for (const name of await readdir(stagingOf(root))) {
    const path = join(stagingOf(root), name);
    const made = await stat(path).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > ABANDONED_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/**
 * Writes a version's files, compressed and synced to disk, so that they only have to be moved; those of a development
 * build as they are. Returns their folder.
 */
export async function stageFiles(root: string, version: string, files: FolderFiles): Promise<string> {
  await removeAbandoned(root);
  const folder = newFolder(root);
  await (isDevVersion(version) ? writePlainFolder : writeFolder)(folder, files);
  return folder;
}

/** Returns whether a version is stored already. @throws PlainError when it has other content or is damaged */
export async function isStored(root: string, name: string, version: string, files: FolderFiles): Promise<boolean> {
  const folder = publishedFolder(root, name, version);
  if (!(await exists(folder))) return false;
  const manifest = manifestOf(name);
  const isSame = async (path: string, content: Buffer) =>
    (await readFile(join(folder, path)).catch(() => undefined))?.equals(content) === true;
  if (!(await isSame(manifest, files.get(manifest) ?? Buffer.alloc(0)))) {
    throw new PlainError(`${name} ${version} is published already with other content: give it a new version.`);
  }
  for (const [path, content] of files) {
    if (await isSame(path, content)) continue;
    throw new PlainError(
      `${name} ${version} is published already, but ${join(folder, path)} is damaged: give it a new version.`,
    );
  }
  return true;
}

export interface UploadedFile {
  name: string;
  version: string;
  path: string;
}

/** Stores one uploaded file of a version; it is not served before the version is published. */
export async function storeUpload(root: string, team: string, uploaded: UploadedFile, body: Buffer): Promise<void> {
  const file = join(uploadFolder(root, team, uploaded), uploaded.path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
}

/**
 * Runs `use` with the files that a team has sent, and deletes them.
 * @throws RefusalError (409) that names what is missing or differs
 */
export async function withUpload<T>(
  root: string,
  team: string,
  uploaded: VersionOfManifest,
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const what = `${uploaded.name} ${uploaded.version}`;
  const folder = uploadFolder(root, team, uploaded);
  if (!(await exists(folder))) throw new RefusalError(409, `The files of ${what} were not sent to this gateway.`);
  const files = await readFolder(folder);
  const all = [...files.keys()];
  checkComplete(files, what, uploaded);
  try {
    await Promise.all(all.filter((path) => !files.has(path)).map((path) => rm(join(folder, path))));
    return await use({ folder, files });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes the files that the manifest doesn't list.
 * @throws RefusalError (409) that names one that is missing or differs
 */
function checkComplete(files: FolderFiles, what: string, { name, integrity }: VersionOfManifest): void {
  const manifest = files.get(manifestOf(name));
  if (manifest === undefined || integrityOf(manifest) !== integrity) {
    throw new RefusalError(409, `${what}: ${manifestOf(name)} arrived incomplete or altered.`);
  }
  const parse = name === 'shell' ? parseShellManifest : parseRemoteManifest;
  const listed = parse(manifest.toString('utf8'), manifestOf(name)).files;
  for (const [path, hash] of Object.entries(listed)) {
    const content = files.get(path);
    if (content === undefined || integrityOf(content) !== hash) {
      throw new RefusalError(409, `${what}: ${path} arrived incomplete or altered.`);
    }
  }
  for (const path of [...files.keys()])
    if (path !== manifestOf(name) && !Object.hasOwn(listed, path)) files.delete(path);
}

/**
 * Runs `use` with copies of the files of a version on another server.
 * @param url address of its remote.json
 * @throws RefusalError (409) when one is missing or differs from its hash
 */
export async function withHosted<T>(
  root: string,
  url: string,
  { name, version, integrity = '' }: VersionOfManifest,
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const hosted = { name, version, published: { manifest: url, integrity } };
  const mirror = mirrorOf(root);
  const folder = newFolder(root);
  const copy = async (path: string) => {
    const file = await mirror.file(hosted, path);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    if (file !== undefined) await copyFile(file.path, target);
    return target;
  };
  const copyAll = async () => {
    const manifest = await readFile(await copy(REMOTE_MANIFEST), 'utf8');
    for (const path of Object.keys(parseRemoteManifest(manifest, url).files)) await copy(path);
  };
  try {
    await copyAll().catch((thrown: unknown) => {
      if (!(thrown instanceof PlainError)) throw thrown;
      const fix = 'copy the whole folder to that server, with its completed remote.json';
      throw new RefusalError(409, `${thrown.message}: ${fix}.`);
    });
    return await use({ folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
