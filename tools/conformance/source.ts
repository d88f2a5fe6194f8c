import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { RECEIPT_FILE } from 'gateway/publish/gate/receipt';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { resolveInputPath } from 'server-kit/command-line';
import { exists, type FolderFiles, readFolder, writePlainFolder } from 'server-kit/disk';
import { isRecord, parseJson } from 'server-kit/fields';
import { PlainError, reasonOf } from 'server-kit/plain-error';

/** Request timeout in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Runs the work with a temporary folder and removes the folder afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const isAddress = (where: string): boolean => /^https?:/.test(where);

async function bytesAt(url: URL): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((thrown: unknown) => {
    throw new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
  });
  if (!response.ok) throw new PlainError(`${url} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the files a remote.json names: all of them if it is published, otherwise the entry and preloads. */
function filesOf(manifest: unknown): string[] {
  if (!isRecord(manifest)) return [];
  const { files, entry, preload } = manifest;
  const named: unknown[] = isRecord(files) ? Object.keys(files) : [entry, ...(Array.isArray(preload) ? preload : [])];
  return named.filter((path): path is string => typeof path === 'string' && path !== '' && isInside(path));
}

/** Whether a path is relative and stays inside its folder. */
const isInside = (path: string) => !/^([a-z]+:|\/)|(^|\/)\.\.(\/|$)|\\/i.test(path);

async function download(url: URL): Promise<FolderFiles> {
  const manifest = await bytesAt(url);
  const files: FolderFiles = new Map([[REMOTE_MANIFEST, manifest]]);
  for (const path of filesOf(parseJson(manifest.toString(), url.href))) {
    // A missing file is a finding about the remote, not a reason to stop.
    const bytes = await bytesAt(new URL(path, url)).catch(() => undefined);
    if (bytes) files.set(path, bytes);
  }
  return files;
}

/** Returns the path of a built remote's folder, given that folder or its remote.json. */
export function folderOf(where: string): string {
  const path = resolveInputPath(where);
  return basename(path) === REMOTE_MANIFEST ? dirname(path) : path;
}

/**
 * Copies a built remote into `folder`, from the URL of its remote.json or from the folder that contains it.
 * @throws PlainError if no remote.json is there
 */
export async function takeRemote(where: string, folder: string): Promise<void> {
  if (isAddress(where)) return writePlainFolder(folder, await download(new URL(where)));
  const from = folderOf(where);
  if (!(await exists(join(from, REMOTE_MANIFEST)))) {
    throw new PlainError(
      `There is no ${REMOTE_MANIFEST} in ${from}: build the remote, and name the folder with the build.`,
    );
  }
  const files = await readFolder(from);
  files.delete(RECEIPT_FILE);
  await writePlainFolder(folder, files);
}
