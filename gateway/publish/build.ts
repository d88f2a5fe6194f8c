import { join } from 'node:path';
import { exists, type FolderFiles, integrityOf, readFolder, readTextIfThere } from 'server-kit/disk';
import { isRecord, parseJson } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import type { Declaration, PublishedVersion } from 'shared-ui/contract';
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
import { isDevVersion } from '../registry/registry.ts';
import { packSourceMaps } from '../registry/source-maps.ts';
import { sign, statementOf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { checkSandboxable, withTrust } from '../trust/version-trust.ts';
import { RECEIPT_FILE } from './gate/receipt.ts';

/** Name and version that a build must have, if the caller knows them. */
export interface Expected {
  name?: string;
  version?: string;
}

/** A complete build, with hash and size of every file in its manifest. */
export interface Build {
  name: string;
  version: string;
  /** The folder that it was read from. */
  folder: string;
  files: FolderFiles;
  /** Path of that manifest in `files`. */
  manifest: string;
  /** Hash of that manifest. */
  integrity: string;
  /** Signature of its team; absent for the shell, and for a sandboxed version. */
  signature?: { team: string; value: string };
  /** Text of the conformance kit's receipt from the build's folder; never published. */
  receipt?: string;
}

export const manifestOf = (name: string): string => (name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);

/** Returns a team's signature of a version. */
export const signatureBy = (key: SigningKey, name: string, version: string, integrity: string) => ({
  team: key.team,
  value: sign(statementOf(name, version, integrity), key.privateKey),
});

/**
 * Reads a built remote, completes its manifest and signs it.
 * @param key of the team that signs it; without one, it has no signature
 * @throws PlainError that says what is wrong with it
 */
export async function readRemote(dir: string, expected: Expected = {}, key?: SigningKey): Promise<Build> {
  const files = await readBuild(dir, REMOTE_MANIFEST);
  const declared = join(dir, REMOTE_MANIFEST);
  const text = textOf(files, REMOTE_MANIFEST);
  const { name, version } = parseDeclaration(text, declared);
  checkExpected(declared, { name, version }, expected);
  if (name === 'shell') throw new PlainError(`${declared}: a remote can't be called "shell".`);
  const integrity = integrityOf(completeManifest(files, text, REMOTE_MANIFEST));
  const receipt = await readTextIfThere(join(dir, RECEIPT_FILE));
  return {
    ...{ name, version, folder: dir, files, manifest: REMOTE_MANIFEST, integrity },
    ...(key === undefined ? {} : { signature: signatureBy(key, name, version, integrity) }),
    ...(receipt === undefined ? {} : { receipt }),
  };
}

/** Reads a built shell. @throws PlainError that says what is wrong with it */
export async function readShell(dir: string, expected: Expected = {}): Promise<Build> {
  const files = await readBuild(dir, SHELL_MANIFEST);
  const declared = join(dir, SHELL_MANIFEST);
  const text = textOf(files, SHELL_MANIFEST);
  const { version } = parseShellManifest(text, declared);
  checkExpected(declared, { name: 'shell', version }, expected);
  if (!textOf(files, 'index.html').includes(RUNTIME_MARKER)) {
    throw new PlainError(`${join(dir, 'index.html')} must contain ${RUNTIME_MARKER} in its head.`);
  }
  const integrity = integrityOf(completeManifest(files, text, SHELL_MANIFEST));
  return { name: 'shell', version, folder: dir, files, manifest: SHELL_MANIFEST, integrity };
}

/** Returns what a built folder declares. @throws PlainError when there is no build */
export async function declarationIn(dir: string): Promise<Declaration> {
  const file = join(dir, REMOTE_MANIFEST);
  const text = await readTextIfThere(file);
  if (text === undefined) throw nothingToPublish(dir, REMOTE_MANIFEST);
  return parseDeclaration(text, file);
}

/**
 * Returns the registry entry of a version.
 * @param bytes its complete manifest
 * @param file the manifest's name in messages
 * @throws PlainError when it can't be sandboxed and there is no key
 */
export async function publishedVersion(bytes: Buffer, file: string, key?: SigningKey): Promise<PublishedVersion> {
  const manifest = parseRemoteManifest(bytes.toString(), file);
  const published = await describedVersion(manifest, integrityOf(bytes));
  if (key === undefined) checkSandboxable(manifest, published.routes);
  return withTrust(manifest, published, key);
}

const nothingToPublish = (dir: string, manifest: string) =>
  new PlainError(`There is nothing to publish in ${dir}: it has no ${manifest}.`);

async function readBuild(dir: string, manifest: string): Promise<FolderFiles> {
  if (!(await exists(join(dir, manifest)))) throw nothingToPublish(dir, manifest);
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
