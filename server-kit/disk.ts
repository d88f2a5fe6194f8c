import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasCode, PlainError } from './plain-error.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** File contents by path inside the folder, with "/" separators. */
export type FolderFiles = Map<string, Buffer>;

const TEXT_FILE = /\.(js|mjs|css|html|json|svg|txt|webmanifest|xml)$/;
/** Large, and rarely requested: compressing it well would take seconds. */
const NOT_COMPRESSED = 'source-maps.json';

/** Returns the SHA-384 hash in Subresource Integrity form. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Returns a file's text; undefined if it doesn't exist. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT') || hasCode(thrown, 'ENOTDIR')) return undefined;
    throw thrown;
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT') || hasCode(thrown, 'ENOTDIR')) return false;
    throw thrown;
  }
}

/**
 * Reads every file under a folder, in a stable order.
 * @throws PlainError for links: only plain files can be published
 */
export async function readFolder(folder: string): Promise<FolderFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: FolderFiles = new Map();
  const paths: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (!entry.isFile()) throw new PlainError(`${join(folder, path)} is not a plain file and can't be published.`);
    paths.push(path);
  }
  const contents = await Promise.all(paths.sort().map((path) => readFile(join(folder, path))));
  for (const [index, content] of contents.entries()) files.set(paths[index]?.split(sep).join('/') ?? '', content);
  return files;
}

/**
 * Writes a folder and syncs it to disk.
 * @param isCompressed whether text files get .br and .gz variants
 */
export async function writeFolder(folder: string, files: FolderFiles, isCompressed = true): Promise<void> {
  const folders = new Set([
    folder,
    ...[...files.keys()].flatMap((path) => foldersAbove(path).map((up) => join(folder, up))),
  ]);
  for (const one of folders) await mkdir(one, { recursive: true });
  for (const [path, content] of files) {
    const variants = isCompressed && TEXT_FILE.test(path) && path !== NOT_COMPRESSED ? await compressed(content) : [];
    await writeSynced(join(folder, path), content);
    for (const [suffix, bytes] of variants) await writeSynced(join(folder, path + suffix), bytes);
  }
  for (const one of folders) await syncFolder(one);
}

/** Writes a folder as it is: not compressed, and not synced to disk. */
export async function writePlainFolder(folder: string, files: FolderFiles): Promise<void> {
  const folders = new Set([folder, ...[...files.keys()].map((path) => dirname(join(folder, path)))]);
  for (const one of folders) await mkdir(one, { recursive: true });
  await Promise.all([...files].map(([path, content]) => writeFile(join(folder, path), content)));
}

/** "a/b/c.js" -> ["a", "a/b"] */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Uses the best compression: it runs once, at publish time. */
async function compressed(content: Buffer): Promise<[string, Buffer][]> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
  return [
    ['.br', br],
    ['.gz', gz],
  ];
}

/** Replaces a file atomically: readers see the old or the new text, even if the process is killed. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeSynced(temporary, Buffer.from(text));
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  await syncFolder(dirname(path));
}

/** Moves a finished folder into place. Returns false if the target already exists. */
export async function moveFolder(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOTEMPTY') || hasCode(thrown, 'EEXIST')) return false;
    throw thrown;
  }
  await syncFolder(dirname(to));
  await syncFolder(dirname(dirname(to)));
  return true;
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder; its file system journals renames itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
