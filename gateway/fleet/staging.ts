import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  exists,
  type FolderFiles,
  integrityOf,
  moveFolder,
  readFolder,
  readTextIfThere,
  writeFolder,
} from '../common/disk.ts';
import { PlainError } from '../common/plain-error.ts';
import { mirrorOf } from '../registry/files/external.ts';
import { parseRemoteManifest, parseShellManifest, REMOTE_MANIFEST, SHELL_MANIFEST } from '../registry/manifest.ts';
import { publishedFolder } from '../registry/registry.ts';
import type { Order } from '../rollout/release/order.ts';
import { Refusal } from '../rollout/release/refusal.ts';

export const manifestOf = (name: string): string => (name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);

const uploadFolder = (root: string, team: string, name: string, version: string) =>
  join(root, '.staging', `upload-${team}-${name}@${version}`);
const stagedFolder = (root: string, id: string) => join(root, '.staging', `ready-${id}`);

/** Stores one uploaded file of a version; it is not served before the switch. */
export async function storeUpload(
  root: string,
  team: string,
  name: string,
  version: string,
  path: string,
  body: Buffer,
) {
  const file = join(uploadFolder(root, team, name, version), path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
}

/**
 * Stages an order's files so that the switch only has to move them: complete, compressed, with verified hashes. Does
 * nothing if the same content is already published. Throws a Refusal (409) that names what is missing or differs.
 */
export async function stageFiles(
  root: string,
  team: string,
  { id, name, version = '', integrity }: Order,
): Promise<void> {
  const what = `${name} ${version}`;
  const published = await readTextIfThere(join(publishedFolder(root, name, version), manifestOf(name)));
  if (published !== undefined) {
    if (integrityOf(Buffer.from(published)) === integrity) return;
    throw new Refusal(409, `${what} is published already with other content: give it a new version.`);
  }
  const { files } = await readUpload(root, team, { name, version, integrity });
  if (!(await exists(stagedFolder(root, id)))) await writeFolder(stagedFolder(root, id), files);
}

/** An uploaded version: its name, its number, and the hash of its manifest. */
interface Uploaded {
  name: string;
  version: string;
  integrity: string | undefined;
}

/** Returns the files that a team has sent. Throws a Refusal (409) that names what is missing or differs. */
async function readUpload(root: string, team: string, { name, version, integrity }: Uploaded) {
  const what = `${name} ${version}`;
  const folder = uploadFolder(root, team, name, version);
  if (!(await exists(folder))) throw new Refusal(409, `The files of ${what} were not sent to this gateway.`);
  const files = await readFolder(folder);
  const all = new Set(files.keys());
  checkComplete(files, name, what, integrity);
  const unlisted = [...all].filter((path) => !files.has(path)).map((path) => join(folder, path));
  return { folder, files, unlisted };
}

/**
 * Runs `use` on the folder with the files that a team has sent, and deletes it. Throws a Refusal (409) that names what
 * is missing or differs.
 */
export async function withUpload<T>(
  root: string,
  team: string,
  uploaded: Uploaded,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const { folder, unlisted } = await readUpload(root, team, uploaded);
  try {
    await Promise.all(unlisted.map((file) => rm(file)));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function checkComplete(files: FolderFiles, name: string, what: string, integrity: string | undefined): void {
  const manifest = files.get(manifestOf(name));
  if (manifest === undefined || integrityOf(manifest) !== integrity) {
    throw new Refusal(409, `${what}: ${manifestOf(name)} arrived incomplete or altered.`);
  }
  const parse = name === 'shell' ? parseShellManifest : parseRemoteManifest;
  const listed = parse(manifest.toString('utf8'), manifestOf(name)).files;
  for (const [path, hash] of Object.entries(listed)) {
    const content = files.get(path);
    if (content === undefined || integrityOf(content) !== hash) {
      throw new Refusal(409, `${what}: ${path} arrived incomplete or altered.`);
    }
  }
  for (const path of [...files.keys()])
    if (path !== manifestOf(name) && !Object.hasOwn(listed, path)) files.delete(path);
}

/**
 * Stages the files of a version on another server, so that the gate can read them. Throws a Refusal (409) when one is
 * missing or differs from its hash.
 * @param url address of its remote.json
 */
export async function stageFromServer(root: string, url: string, order: Order): Promise<void> {
  const { id, name, version = '', integrity = '' } = order;
  const hosted = { name, version, published: { manifest: url, integrity } };
  const mirror = mirrorOf(root);
  const copy = async (path: string) => {
    const file = await mirror.file(hosted, path);
    const target = join(stagedFolder(root, id), path);
    await mkdir(dirname(target), { recursive: true });
    if (file !== undefined) await copyFile(file.path, target);
    return target;
  };
  try {
    const manifest = await readFile(await copy(REMOTE_MANIFEST), 'utf8');
    for (const path of Object.keys(parseRemoteManifest(manifest, url).files)) await copy(path);
  } catch (thrown) {
    if (!(thrown instanceof PlainError)) throw thrown;
    throw new Refusal(409, `${thrown.message}: copy the whole folder to that server, with its completed remote.json.`);
  }
}

/** Deletes the staged files of an order. */
export async function discardStaged(root: string, id: string): Promise<void> {
  await rm(stagedFolder(root, id), { recursive: true, force: true });
}

/** Moves the staged files into place; those of another server stay there. */
export async function publishStaged(root: string, { id, name, version = '', url }: Order): Promise<void> {
  if (url !== undefined) return discardStaged(root, id);
  if (await exists(stagedFolder(root, id)))
    await moveFolder(stagedFolder(root, id), publishedFolder(root, name, version));
}

/** Returns the folder of a version that is staged or published here. */
export async function folderOf(root: string, { id, name, version = '' }: Order): Promise<string> {
  return (await exists(stagedFolder(root, id))) ? stagedFolder(root, id) : publishedFolder(root, name, version);
}

/** Returns the manifest of a version that is staged or published here. */
export async function readManifest(root: string, order: Order): Promise<Buffer> {
  return readFile(join(await folderOf(root, order), manifestOf(order.name)));
}
