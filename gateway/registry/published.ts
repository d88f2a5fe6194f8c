import { join } from 'node:path';
import { readTextIfThere } from 'server-kit/disk';
import type { RemoteManifest } from 'shared-ui/contract';
import { NAME, VERSION } from 'shared-ui/contract/documents';
import { IMMUTABLE, type StaticFile } from '../http/respond.ts';
import {
  parseRemoteManifest,
  parseShellManifest,
  REMOTE_MANIFEST,
  SHELL_MANIFEST,
  type ShellManifest,
} from './manifest.ts';
import { publishedFolder } from './registry.ts';

/**
 * Published files of a deploy root, loaded on demand. A version never changes, so its manifest is read once. Only files
 * listed in a manifest can be named, which rules out path traversal.
 */
export class PublishedFiles {
  readonly #root: string;
  readonly #remotes = new Map<string, RemoteManifest>();
  readonly #shells = new Map<string, ShellManifest>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns a published remote's manifest; undefined if it doesn't exist. @throws PlainError when it is broken */
  async remote(name: string, version: string): Promise<RemoteManifest | undefined> {
    if (!NAME.pattern.test(name)) return undefined;
    return this.#manifest(this.#remotes, name, version, REMOTE_MANIFEST, parseRemoteManifest);
  }

  /** Returns a published shell's manifest; undefined if it doesn't exist. @throws PlainError when it is broken */
  async shell(version: string): Promise<ShellManifest | undefined> {
    return this.#manifest(this.#shells, 'shell', version, SHELL_MANIFEST, parseShellManifest);
  }

  /** Returns a listed file of a remote, or its manifest. */
  async remoteFile(name: string, version: string, path: string): Promise<StaticFile | undefined> {
    const manifest = await this.remote(name, version);
    return manifest && this.#file(manifest, publishedFolder(this.#root, name, version), path, REMOTE_MANIFEST);
  }

  /**
   * Returns a listed file of a shell, or its manifest. Its index.html is served only as a page, with its data inserted.
   */
  async shellFile(version: string, path: string): Promise<StaticFile | undefined> {
    const manifest = path === 'index.html' ? undefined : await this.shell(version);
    return manifest && this.#file(manifest, publishedFolder(this.#root, 'shell', version), path, SHELL_MANIFEST);
  }

  #file({ files, version }: RemoteManifest | ShellManifest, folder: string, path: string, manifest: string) {
    const tag = path === manifest ? `manifest-${version}` : Object.hasOwn(files, path) ? files[path] : undefined;
    return tag === undefined ? undefined : { path: join(folder, path), tag, cache: IMMUTABLE };
  }

  async #manifest<T>(
    known: Map<string, T>,
    name: string,
    version: string,
    file: string,
    parse: (text: string, path: string) => T,
  ): Promise<T | undefined> {
    const key = `${name}@${version}`;
    const found = known.get(key);
    if (found !== undefined || !VERSION.pattern.test(version)) return found;
    const path = join(publishedFolder(this.#root, name, version), file);
    const text = await readTextIfThere(path);
    if (text === undefined) return undefined;
    const manifest = parse(text, path);
    known.set(key, manifest);
    return manifest;
  }
}
