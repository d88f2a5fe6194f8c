import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists, integrityOf, moveFolder, writeFolder } from 'server-kit/disk';
import { networkReason, PlainError, reasonOf } from 'server-kit/plain-error';
import type { PublishedVersion, Registry, RemoteManifest } from 'shared-ui/contract';
import { IMMUTABLE, type StaticFile } from '../../http/respond.ts';
import { parseRemoteManifest, REMOTE_MANIFEST } from '../manifest.ts';
import { mapVersions } from '../registry.ts';

const isExternal = ({ manifest }: PublishedVersion) => !manifest.startsWith('/');

/** Returns every version hosted on another server, by `name@version`. */
export function externalVersions({ remotes }: Registry): ReadonlyMap<string, ExternalVersion> {
  const found = Object.entries(remotes).flatMap(([name, { versions }]) =>
    Object.entries(versions)
      .filter(([, published]) => isExternal(published))
      .map(([version, published]) => [`${name}@${version}`, { name, version, published }] as const),
  );
  return new Map(found);
}

/**
 * Returns the registry as pages get it: versions on other servers get an address of the gateway, so that pages connect
 * to no other server.
 */
export function atOneOrigin(registry: Registry): Registry {
  const here = mapVersions(registry, (published, name, version) =>
    isExternal(published) ? { ...published, manifest: `/remotes/${name}/${version}/${REMOTE_MANIFEST}` } : published,
  );
  return { ...here, origins: ['self'] };
}

/** Below the 10 seconds that a page waits for a remote (shell/src/remotes/loading/request.ts). */
const FETCH_TIMEOUT_MS = 8_000;
const MANIFEST: Bounds = { bytes: 1_000_000, timeoutMs: FETCH_TIMEOUT_MS };
const FILE: Bounds = { bytes: 8_000_000, timeoutMs: FETCH_TIMEOUT_MS };
const MAX_FILES = 200;

/** A file has another hash than the one that was published. */
export class OtherContentError extends PlainError {}

/** A version hosted on another server, as the registry lists it. */
export interface ExternalVersion {
  name: string;
  version: string;
  /** Its manifest's URL on that server, and its hash. */
  published: Pick<PublishedVersion, 'manifest' | 'integrity'>;
}

/**
 * Cache of files hosted on other servers. Each file is fetched on first request and stored by its hash: later changes
 * on the server are never served. Requests only files of listed versions.
 */
export class Mirror {
  readonly #folder: string;
  readonly #fetching = new Map<string, Promise<string>>();

  /** @param folder the cache folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns a version's file, or its manifest; undefined when the manifest doesn't list it.
   * @throws PlainError when it can't be fetched or differs from what was published
   */
  async file({ name, version, published }: ExternalVersion, path: string): Promise<StaticFile | undefined> {
    const { manifest: url, integrity } = published;
    const copy = await this.#copy(url, integrity, MANIFEST);
    if (path === REMOTE_MANIFEST) return { path: copy, tag: integrity, cache: IMMUTABLE };
    const { files } = checkManifest(parseRemoteManifest(await readFile(copy, 'utf8'), url), name, version, url);
    const hash = Object.hasOwn(files, path) ? files[path] : undefined;
    if (hash === undefined) return undefined;
    return { path: await this.#copy(new URL(path, url).href, hash, FILE), tag: hash, cache: IMMUTABLE };
  }

  /** Returns the text of a manifest with this hash. @throws PlainError */
  async manifest(url: string, integrity: string): Promise<string> {
    return readFile(await this.#copy(url, integrity, MANIFEST), 'utf8');
  }

  /** Adds a manifest that this gateway may not be able to fetch. Returns its text. @throws OtherContentError */
  async add(url: string, integrity: string, content: Buffer): Promise<string> {
    await this.#store(url, integrity, content);
    return content.toString();
  }

  /** Returns the path of a file's copy; concurrent calls share one fetch. */
  #copy(url: string, integrity: string, bounds: Bounds): Promise<string> {
    const key = `${integrity} ${basename(new URL(url).pathname)}`;
    const known = this.#fetching.get(key) ?? this.#fetchIfMissing(url, integrity, bounds);
    this.#fetching.set(key, known);
    return known.finally(() => this.#fetching.delete(key));
  }

  async #fetchIfMissing(url: string, integrity: string, bounds: Bounds): Promise<string> {
    const path = this.#pathOf(url, integrity);
    if (!(await exists(path))) await this.#store(url, integrity, await fetchBytes(url, bounds));
    return path;
  }

  #pathOf(url: string, integrity: string): string {
    const hash = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
    return join(this.#folder, hash, basename(new URL(url).pathname) || REMOTE_MANIFEST);
  }

  async #store(url: string, integrity: string, content: Buffer): Promise<void> {
    const found = integrityOf(content);
    if (found !== integrity) throw new OtherContentError(`${url} has hash ${found}, published was ${integrity}`);
    const folder = dirname(this.#pathOf(url, integrity));
    const temporary = `${folder}.${randomBytes(4).toString('hex')}`;
    try {
      await writeFolder(temporary, new Map([[basename(this.#pathOf(url, integrity)), content]]));
      if (await moveFolder(temporary, folder)) return;
      // The same content under another name.
      for (const name of await readdir(temporary)) await rename(join(temporary, name), join(folder, name));
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
}

/** Returns the cache of files on other servers in a deploy root. */
export const mirrorOf = (root: string): Mirror => new Mirror(join(root, '.elsewhere'));

function checkManifest(manifest: RemoteManifest, name: string, version: string, url: string): RemoteManifest {
  if (manifest.name !== name || manifest.version !== version) {
    throw new PlainError(`${url} is of ${manifest.name} ${manifest.version}, the registry lists ${name} ${version}`);
  }
  const count = Object.keys(manifest.files).length;
  if (count > MAX_FILES)
    throw new PlainError(`${url} lists ${count} files; ${MAX_FILES} is the limit for other servers`);
  return manifest;
}

/** Limits of a fetch: size in bytes, timeout in milliseconds. */
interface Bounds {
  bytes: number;
  timeoutMs: number;
}

/**
 * Fetches a URL.
 * @throws PlainError unless the response is a complete 200 within the bounds; redirects are not followed
 */
export async function fetchBytes(url: string, { bytes, timeoutMs }: Bounds): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(
    (thrown: unknown) => {
      throw new PlainError(`${url} can't be reached: ${networkReason(thrown)}`);
    },
  );
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new PlainError(`${url} answered ${response.status}`);
  }
  return readBody(url, response.body, bytes);
}

async function readBody(url: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > maxBytes) throw new PlainError(`${url} is larger than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (thrown) {
    throw thrown instanceof PlainError ? thrown : new PlainError(`${url} broke off: ${reasonOf(thrown)}`);
  }
  return Buffer.concat(parts);
}
