import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import {
  exists,
  type FolderFiles,
  integrityOf,
  moveFolder,
  readFolder,
  readTextIfThere,
  writeFolder,
  writePlainFolder,
} from '../common/disk.ts';
import { isRecord, parseJson } from '../common/fields.ts';
import { PlainError } from '../common/plain-error.ts';
import { refuseTakenRoutes } from '../registry/claims.ts';
import { describedVersion } from '../registry/described-version.ts';
import {
  type FileHashes,
  parseDeclaration,
  parseRemoteManifest,
  parseShellManifest,
  REMOTE_MANIFEST,
  RUNTIME_MARKER,
  SHELL_MANIFEST,
} from '../registry/manifest.ts';
import { isDevVersion, publishedFolder, readRegistry, remoteIn } from '../registry/registry.ts';
import { packSourceMaps } from '../registry/source-maps.ts';
import { activate, share, rollBack as withoutActive } from '../rollout/release/changes.ts';
import { entryOf, refuseRevoked } from '../rollout/release/entry.ts';
import { type Author, type Released, release } from '../rollout/release/release.ts';
import type { ReleasedChange } from '../rollout/release/sentences.ts';
import { NOTHING_KNOWN, type VersionHealth } from '../rollout/release/version-health.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { checkSandboxable, refuseUnsignedScreens, withTrust } from '../trust/version-trust.ts';
import { RECEIPT_FILE } from './gate/receipt.ts';

/** Result of a publish or a rollback. */
export interface PublishOutcome {
  name: string;
  version: string;
  /** Whether the active version changed; false when this one was already active. */
  changed: boolean;
  revision: number;
  /** What was changed; absent if nothing was. */
  change?: ReleasedChange;
}

/** Name and version that a build must have, if the caller knows them. */
export interface Expected {
  name?: string;
  version?: string;
}

const ABANDONED_MS = 60 * 60 * 1000;

/** How a version is published: by whom and why, and to which share of browsers in percent (everyone if absent). */
export interface PublishOptions extends Author {
  share?: number;
  /** Key of the team that signs it; without one it is sandboxed, unless a team has signed the same content before. */
  key?: SigningKey | undefined;
}

/** A complete build, with hash and size of every file in its manifest. */
export interface Build {
  name: string;
  version: string;
  files: FolderFiles;
  /** Path of that manifest in `files`. */
  manifest: string;
  /** The version's registry entry; absent for the shell. */
  published?: PublishedVersion;
  /** Text of the conformance kit's receipt from the build's folder; never published. */
  receipt?: string;
}

/**
 * Publishes a built remote and makes it active. Its files are stored first, complete and synced to disk; only then does
 * the registry name them, so a kill at any moment leaves the old or the new state.
 * @param root the deploy root
 * @param dir the built folder, with its declaration in remote.json
 */
export async function publishBuilt(
  root: string,
  dir: string,
  expected: Expected = {},
  options: PublishOptions = {},
): Promise<PublishOutcome> {
  const registry = await readRegistry(root);
  return publishBuild(root, await readRemote(dir, expected, { key: options.key, registry }), options);
}

/**
 * Reads a built remote and signs it with `key`. Throws a PlainError that says what is wrong with it.
 * @param trust.registry where a team may have signed the same content before
 */
export async function readRemote(
  dir: string,
  expected: Expected = {},
  { key, registry }: { key?: SigningKey | undefined; registry?: Registry } = {},
): Promise<Build> {
  const { build, bytes } = await readComplete(dir, expected);
  const { name, version } = build;
  const known = registry && remoteIn(registry, name)?.versions[version];
  const isAlreadySigned = known?.trust === 'trusted' && known.integrity === integrityOf(bytes);
  const file = join(dir, REMOTE_MANIFEST);
  const published = key === undefined && isAlreadySigned ? known : await publishedVersion(bytes, file, key);
  return { ...build, published };
}

/** Reads a built remote and completes its manifest. Throws a PlainError that says what is wrong with it. */
async function readComplete(dir: string, expected: Expected) {
  const files = await readBuild(dir, REMOTE_MANIFEST);
  const declared = join(dir, REMOTE_MANIFEST);
  const text = textOf(files, REMOTE_MANIFEST);
  const declaration = parseDeclaration(text, declared);
  const { name, version } = declaration;
  checkExpected(declared, { name, version }, expected);
  if (name === 'shell') throw new PlainError(`${declared}: a remote can't be called "shell".`);
  const bytes = completeManifest(files, text, REMOTE_MANIFEST);
  const receipt = await readTextIfThere(join(dir, RECEIPT_FILE));
  const build: Build = {
    name,
    version,
    files,
    manifest: REMOTE_MANIFEST,
    ...(receipt === undefined ? {} : { receipt }),
  };
  return { build, bytes, declaration };
}

/**
 * Reads a built remote to publish it at gateways, which describe the version themselves.
 * @param key of the team that signs it; sandboxed if absent
 */
export async function readForGateways(dir: string, expected: Expected, key: SigningKey | undefined): Promise<Build> {
  const { build, bytes, declaration } = await readComplete(dir, expected);
  if (key === undefined) checkSandboxable(declaration, declaration.routes);
  const { name, version } = declaration;
  const manifest = `/remotes/${name}/${version}/${REMOTE_MANIFEST}`;
  return { ...build, published: withTrust(declaration, { manifest, integrity: integrityOf(bytes) }, key) };
}

async function publishBuild(root: string, build: Build, { share: percent, key, ...author }: PublishOptions) {
  const { name, version, published } = build;
  const present = await readRegistry(root);
  const change = (before: Registry, health: VersionHealth) =>
    percent === undefined
      ? activate(before, name, version, health, published ? { published } : {})
      : share(before, name, percent, { version, ...(published ? { published } : {}) });
  // Checked before anything is copied: a refused build must leave no files that a corrected one would conflict with.
  change(present, NOTHING_KNOWN);
  refuseTakenRoutes(present, name, version, published?.routes);
  if (published) refuseUnsignedScreens(remoteIn(present, name), name, version, published);
  await placeBuild(root, build);
  return outcomeOf(name, version, await release(root, name, change, { ...(key ? { who: key.team } : {}), ...author }));
}

/** Stores the files of a build, complete and synced to disk; those of a development build as they are. */
export async function placeBuild(root: string, { name, version, files, manifest }: Build): Promise<void> {
  const write = isDevVersion(version) ? writePlainFolder : writeFolder;
  await place({
    final: publishedFolder(root, name, version),
    root,
    files,
    what: `${name} ${version}`,
    manifest,
    write,
  });
}

const outcomeOf = (name: string, version: string, { registry, ...released }: Released): PublishOutcome => ({
  name,
  version,
  revision: registry.revision,
  ...released,
});

/**
 * Returns the registry entry of a version that is published here. Throws PlainError when it can't be
 * sandboxed and there is no key.
 * @param bytes its manifest, as published
 * @param file the manifest's name in messages
 */
export async function publishedVersion(bytes: Buffer, file: string, key?: SigningKey): Promise<PublishedVersion> {
  const manifest = parseRemoteManifest(bytes.toString(), file);
  const published = await describedVersion(manifest, integrityOf(bytes));
  if (key === undefined) checkSandboxable(manifest, published.routes);
  return withTrust(manifest, published, key);
}

/** Publishes a built shell and makes it active, with the same guarantees as `publishBuilt`. */
export async function publishShell(
  root: string,
  dir: string,
  expected: Expected = {},
  options: PublishOptions = {},
): Promise<PublishOutcome> {
  return publishBuild(root, await readShell(dir, expected), options);
}

/** Reads a built shell. Throws a PlainError that says what is wrong with it. */
export async function readShell(dir: string, expected: Expected = {}): Promise<Build> {
  const files = await readBuild(dir, SHELL_MANIFEST);
  const declared = join(dir, SHELL_MANIFEST);
  const text = textOf(files, SHELL_MANIFEST);
  const { version } = parseShellManifest(text, declared);
  checkExpected(declared, { name: 'shell', version }, expected);
  if (!textOf(files, 'index.html').includes(RUNTIME_MARKER)) {
    throw new PlainError(`${join(dir, 'index.html')} must contain ${RUNTIME_MARKER} in its head.`);
  }
  completeManifest(files, text, SHELL_MANIFEST);
  return { name: 'shell', version, files, manifest: SHELL_MANIFEST };
}

/**
 * Activates a version that is already in the deploy root, whether the registry lists it or not.
 * @param options.key key of the team that signs it, if none has yet
 */
export async function activatePublished(
  root: string,
  name: string,
  version: string,
  { key, ...author }: Author & Pick<PublishOptions, 'key'> = {},
): Promise<PublishOutcome> {
  const change = async (before: Registry, health: VersionHealth) => {
    refuseRevoked(entryOf(before, name), name, version);
    const published = await localVersion(root, before, { name, version, key });
    return activate(before, name, version, health, { what: 'activated', ...(published ? { published } : {}) });
  };
  return outcomeOf(name, version, await release(root, name, change, author));
}

type LocalVersion = { name: string; version: string; key: SigningKey | undefined };

async function localVersion(root: string, before: Registry, { name, version, key }: LocalVersion) {
  const file = join(publishedFolder(root, name, version), name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);
  const known = remoteIn(before, name)?.versions[version];
  if (known !== undefined && (key === undefined || known.trust === 'trusted' || !known.manifest.startsWith('/')))
    return known;
  if (!(await exists(file))) throw new PlainError(`${name} ${version} can't be made active: ${file} is missing.`);
  return name === 'shell' ? undefined : publishedVersion(await readFile(file), file, key);
}

/** Ends the trial of a remote's version; without one, activates the last healthy version again (also of "shell"). */
export async function rollBack(root: string, name: string, author: Author = {}): Promise<PublishOutcome> {
  const released = await release(root, name, (before, health) => withoutActive(before, name, health), author);
  return outcomeOf(name, activeVersion(released.registry, name) ?? '', released);
}

/** Returns the version of a remote or of "shell" that new pages get. */
export function activeVersion(registry: Registry, name: string): string | undefined {
  return (name === 'shell' ? registry.shell : remoteIn(registry, name))?.active;
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

/**
 * Adds hash and size of every file to the manifest in `files`. Returns its final bytes. The source maps of a release
 * become one file; a developer's builds keep them as they are, which is faster.
 */
export function completeManifest(files: FolderFiles, text: string, name: string): Buffer {
  const parsed = parseJson(text, name);
  const declared = isRecord(parsed) ? parsed : {};
  if (!isDevVersion(String(declared.version))) packSourceMaps(files);
  const hashes: FileHashes = {};
  const sizes: Record<string, number> = {};
  let bytes = 0;
  for (const [path, content] of files) {
    if (path === name) continue;
    hashes[path] = integrityOf(content);
    sizes[path] = content.length;
    if (/\.m?js$/.test(path)) bytes += content.length;
  }
  const complete = { ...declared, files: hashes, sizes, bytes };
  const manifest = Buffer.from(`${JSON.stringify(complete, null, 2)}\n`);
  files.set(name, manifest);
  return manifest;
}

interface Placement {
  /** The final folder. */
  final: string;
  /** The deploy root. */
  root: string;
  files: FolderFiles;
  /** Name in messages. */
  what: string;
  /** Path of the manifest. */
  manifest: string;
  /** Writes the files into a new folder. */
  write(folder: string, files: FolderFiles): Promise<void>;
}

/** Moves the files to their final folder atomically. If that folder exists, it must have the same content. */
async function place({ final, root, files, what, manifest, write }: Placement): Promise<void> {
  if (!(await exists(final))) {
    const staging = join(root, '.staging');
    await removeAbandoned(staging);
    const temporary = join(staging, `${process.pid}-${randomBytes(6).toString('hex')}`);
    try {
      await write(temporary, files);
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

/** Removes the staging folders of killed publishes: none is in use for an hour. */
async function removeAbandoned(staging: string): Promise<void> {
  await mkdir(staging, { recursive: true });
  for (const name of await readdir(staging)) {
    const path = join(staging, name);
    const made = await stat(path).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > ABANDONED_MS)
      await rm(path, { recursive: true, force: true });
  }
}
