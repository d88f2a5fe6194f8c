import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { RECEIPT_FILE } from 'gateway/publish/gate/receipt';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { resolveInputPath } from 'server-kit/command-line';
import { exists, readFolder, writeFolder } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import { PlainError, reasonOf } from 'server-kit/plain-error';

/** Runs the work with a temporary folder and removes the folder afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Request timeout in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Whether a path is relative and stays inside its folder. */
const isInside = (path: string) => !/^([a-z]+:|\/)|(^|\/)\.\.(\/|$)|\\/i.test(path);

async function bytesAt(url: URL): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((thrown: unknown) => {
    throw new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
  });
  if (!response.ok) throw new PlainError(`${url} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new PlainError(`${where} is not JSON: ${reasonOf(thrown)}`);
  }
}

/** Returns the files a remote.json names: all of them if it is published, otherwise the entry and preloads. */
function filesOf(manifest: unknown): string[] {
  if (!isRecord(manifest)) return [];
  const { files, entry, preload } = manifest;
  const named = isRecord(files) ? Object.keys(files) : [entry, ...(Array.isArray(preload) ? preload : [])];
  return named.filter((path) => typeof path === 'string' && path !== '' && isInside(path)) as string[];
}

async function mirror(url: URL, folder: string): Promise<void> {
  const manifest = await bytesAt(url);
  await writeFile(join(folder, REMOTE_MANIFEST), manifest);
  for (const path of filesOf(parsed(manifest.toString(), url.href))) {
    const file = join(folder, path);
    // A missing file is a finding about the remote, not a reason to stop.
    const bytes = await bytesAt(new URL(path, url)).catch(() => undefined);
    if (bytes === undefined) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** Returns the path of a built remote's folder, given that folder or its remote.json. */
export function folderOf(where: string): string {
  const path = resolveInputPath(where);
  return basename(path) === REMOTE_MANIFEST ? dirname(path) : path;
}

/**
 * Copies a built remote into `folder`, from the URL of its remote.json or from the folder that contains it. Throws
 * PlainError.
 */
export async function takeRemote(where: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (/^https?:/.test(where)) return mirror(new URL(where), folder);
  const from = folderOf(where);
  if (!(await exists(join(from, REMOTE_MANIFEST)))) {
    throw new PlainError(
      `There is no ${REMOTE_MANIFEST} in ${from}: build the remote, and name the folder with the build.`,
    );
  }
  const files = await readFolder(from);
  files.delete(RECEIPT_FILE);
  await writeFolder(folder, files);
}

/** Returns the remote's parsed remote.json, or undefined when it is not a JSON object. */
export async function readDeclared(folder: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(join(folder, REMOTE_MANIFEST), 'utf8');
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
