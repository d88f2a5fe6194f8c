import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { refuseTaken } from './claims.ts';
import {
  exists,
  type FolderFiles,
  integrityOf,
  moveFolder,
  readFolder,
  readTextIfThere,
  replaceFile,
  writeFolder,
} from './disk.ts';
import { drawn } from './drawings.ts';
import { isRecord, parseJson } from './fields.ts';
import { RECEIPT_FILE } from './gate/receipt.ts';
import { withLock } from './lock.ts';
import {
  type FileHashes,
  parseDeclaration,
  parseRemoteManifest,
  parseShellManifest,
  REMOTE_MANIFEST,
  SHELL_MANIFEST,
} from './manifest.ts';
import { PlainError } from './plain-error.ts';
import {
  publishShell as activateShell,
  emptyRegistry,
  formatRegistry,
  parseRegistry,
  publish,
  remoteIn,
  rollback,
} from './registry.ts';
import { withRoutes } from './undeclared-routes.ts';

/** What a publish or rollback did. */
export interface PublishOutcome {
  name: string;
  version: string;
  /** Whether the active version changed; false when this one was active already. */
  changed: boolean;
  revision: number;
}

/** What a build must turn out to be, when the caller knows. */
export interface Expected {
  name?: string;
  version?: string;
}

/** Where index.html takes the runtime configuration, the registry and the preloads. */
export const RUNTIME_MARKER = '<!--lodestar:runtime-->';
const ABANDONED_MS = 60 * 60 * 1000;

export function registryFile(root: string): string {
  return join(root, 'registry.json');
}

/** The registry on disk; an empty one when nothing was ever published. Throws when the file is broken. */
export async function readRegistry(root: string): Promise<Registry> {
  const file = registryFile(root);
  const text = await readTextIfThere(file);
  return text === undefined ? emptyRegistry() : parseRegistry(text, file);
}

/**
 * Publishes a built remote and makes it active. The files get to their place first, complete and on the disk; only
 * then the registry names them, so a kill at any moment leaves the old or the new state.
 * @param root the deploy root
 * @param dir the built folder, with its declaration in remote.json
 */
export async function publishBuilt(root: string, dir: string, expected: Expected = {}): Promise<PublishOutcome> {
  const present = await readRegistry(root);
  const files = await readBuild(dir, REMOTE_MANIFEST);
  const declared = join(dir, REMOTE_MANIFEST);
  const text = textOf(files, REMOTE_MANIFEST);
  const { name, version } = parseDeclaration(text, declared);
  checkExpected(declared, { name, version }, expected);
  if (name === 'shell') throw new PlainError(`${declared}: a remote can't be called "shell".`);
  const published = await publishedVersion(completeManifest(files, text, REMOTE_MANIFEST), declared);
  // Before anything is copied: what is refused leaves no files behind that a better build would differ from.
  refuseTaken(present, name, version, published.routes);
  await place(root, join('remotes', name, version), files, `${name} ${version}`, REMOTE_MANIFEST);
  const { changed, registry } = await changeRegistry(root, (before) =>
    activateRemote(before, name, version, published),
  );
  return { name, version, changed, revision: registry.revision };
}

/**
 * What the registry says about a version that is published here.
 * @param bytes its manifest, as published
 * @param file how messages name that
 */
export async function publishedVersion(bytes: Buffer, file: string): Promise<PublishedVersion> {
  const { name, version, routes, navigation } = parseRemoteManifest(bytes.toString(), file);
  return withRoutes(name, {
    manifest: `/remotes/${name}/${version}/${REMOTE_MANIFEST}`,
    integrity: integrityOf(bytes),
    ...(routes ? { routes } : {}),
    ...(navigation ? { navigation: await drawn(navigation) } : {}),
  });
}

/** Makes a version active, unless a path of its is another's by now. */
function activateRemote(before: Registry, name: string, version: string, published: PublishedVersion): Registry {
  refuseTaken(before, name, version, published.routes);
  return publish(before, name, version, published);
}

/** Publishes a built shell and makes it active; same guarantees as `publishBuilt`. */
export async function publishShell(root: string, dir: string, expected: Expected = {}): Promise<PublishOutcome> {
  await readRegistry(root);
  const files = await readBuild(dir, SHELL_MANIFEST);
  const declared = join(dir, SHELL_MANIFEST);
  const text = textOf(files, SHELL_MANIFEST);
  const { version } = parseShellManifest(text, declared);
  checkExpected(declared, { name: 'shell', version }, expected);
  if (!textOf(files, 'index.html').includes(RUNTIME_MARKER)) {
    throw new PlainError(`${join(dir, 'index.html')} must contain ${RUNTIME_MARKER} in its head.`);
  }
  completeManifest(files, text, SHELL_MANIFEST);
  await place(root, join('shell', version), files, `shell ${version}`, SHELL_MANIFEST);
  const { changed, registry } = await changeRegistry(root, (before) => activateShell(before, version));
  return { name: 'shell', version, changed, revision: registry.revision };
}

/** Makes a version that lies in the deploy root already the active one, whether the registry knew it or not. */
export async function activatePublished(root: string, name: string, version: string): Promise<PublishOutcome> {
  const file = join(publishedFolder(root, name, version), name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);
  const { changed, registry } = await changeRegistry(root, async (before) => {
    if (name === 'shell') return activateShell(before, version);
    const known = remoteIn(before, name)?.versions[version];
    return activateRemote(before, name, version, known ?? (await publishedVersion(await readFile(file), file)));
  });
  return { name, version, changed, revision: registry.revision };
}

/** Makes the previous version of a remote (or of "shell") active again. */
export async function rollBack(root: string, name: string): Promise<PublishOutcome> {
  const { registry } = await changeRegistry(root, async (before) => {
    const after = rollback(before, name);
    await checkStillThere(root, after, name);
    const entry = remoteIn(after, name);
    if (entry) refuseTaken(after, name, entry.active, entry.versions[entry.active]?.routes);
    return after;
  });
  const version = activeVersion(registry, name) ?? '';
  return { name, version, changed: true, revision: registry.revision };
}

/** The version that new pages get of a remote or of "shell". */
export function activeVersion(registry: Registry, name: string): string | undefined {
  return (name === 'shell' ? registry.shell : remoteIn(registry, name))?.active;
}

/** The folder in which a version of a remote or of "shell" is published. */
export function publishedFolder(root: string, name: string, version: string): string {
  return name === 'shell' ? join(root, 'shell', version) : join(root, 'remotes', name, version);
}

async function readBuild(dir: string, manifest: string): Promise<FolderFiles> {
  if (!(await exists(join(dir, manifest)))) {
    throw new PlainError(`There is nothing to publish in ${dir}: it has no ${manifest}.`);
  }
  const files = await readFolder(dir);
  for (const path of [...files.keys()]) if (/\.(br|gz)$/.test(path) || path === RECEIPT_FILE) files.delete(path);
  return files;
}

function textOf(files: FolderFiles, path: string): string {
  return files.get(path)?.toString('utf8') ?? '';
}

function checkExpected(file: string, found: Required<Expected>, expected: Expected): void {
  for (const key of ['name', 'version'] as const) {
    if (expected[key] !== undefined && expected[key] !== found[key]) {
      throw new PlainError(`${file}: "${key}" must be ${expected[key]}, but is ${found[key]}`);
    }
  }
}

/** Puts hash and size of every file into the manifest, in place, and gives its final bytes. */
function completeManifest(files: FolderFiles, text: string, name: string): Buffer {
  const hashes: FileHashes = {};
  const sizes: Record<string, number> = {};
  let bytes = 0;
  for (const [path, content] of files) {
    if (path === name) continue;
    hashes[path] = integrityOf(content);
    sizes[path] = content.length;
    if (/\.m?js$/.test(path)) bytes += content.length;
  }
  const declared = parseJson(text, name);
  const complete = { ...(isRecord(declared) ? declared : {}), files: hashes, sizes, bytes };
  const manifest = Buffer.from(`${JSON.stringify(complete, null, 2)}\n`);
  files.set(name, manifest);
  return manifest;
}

/** Gets the files to their final folder in one step. A folder that is there already must hold the same. */
async function place(root: string, target: string, files: FolderFiles, what: string, manifest: string): Promise<void> {
  const final = join(root, target);
  if (!(await exists(final))) {
    const staging = join(root, '.staging');
    await removeAbandoned(staging);
    const temporary = join(staging, `${process.pid}-${randomBytes(6).toString('hex')}`);
    try {
      await writeFolder(temporary, files);
      if (await moveFolder(temporary, final)) return;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
  await checkSame(final, files, what, manifest);
}

async function checkSame(final: string, files: FolderFiles, what: string, manifest: string): Promise<void> {
  const published = await readTextIfThere(join(final, manifest));
  if (published !== textOf(files, manifest)) {
    throw new PlainError(`${what} is published already with other content: give it a new version.`);
  }
  for (const [path, content] of files) {
    const there = await readFile(join(final, path)).catch(() => undefined);
    if (there?.equals(content) !== true) {
      throw new PlainError(`${what} is published already, but ${join(final, path)} is damaged: give it a new version.`);
    }
  }
}

/** A killed publish leaves its staging folder behind; no publish works on one for an hour. */
async function removeAbandoned(staging: string): Promise<void> {
  await mkdir(staging, { recursive: true });
  for (const name of await readdir(staging)) {
    const path = join(staging, name);
    const made = await stat(path).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > ABANDONED_MS)
      await rm(path, { recursive: true, force: true });
  }
}

type Change = (before: Registry) => Registry | Promise<Registry>;

/** Reads, changes and replaces the registry while no other publisher can. A broken registry is never overwritten. */
export async function changeRegistry(root: string, change: Change): Promise<{ changed: boolean; registry: Registry }> {
  return withLock(join(root, '.lock'), async () => {
    const before = await readRegistry(root);
    const registry = await change(before);
    const changed = registry !== before;
    if (changed) await replaceFile(registryFile(root), formatRegistry(registry));
    return { changed, registry };
  });
}

async function checkStillThere(root: string, registry: Registry, name: string): Promise<void> {
  const version = activeVersion(registry, name);
  const manifest = name === 'shell' ? '/' : remoteIn(registry, name)?.versions[version ?? '']?.manifest;
  const elsewhere = manifest?.startsWith('/') !== true;
  if (version === undefined || elsewhere) return;
  const file = join(publishedFolder(root, name, version), name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);
  if (!(await exists(file))) {
    throw new PlainError(`${name} ${version} can't be made active again: ${file} is gone.`);
  }
}
