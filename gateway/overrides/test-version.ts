import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf, readTextIfThere, replaceFile } from 'server-kit/disk';
import { reasonOf } from 'server-kit/plain-error';
import type { PublishedVersion, RemoteManifest } from 'shared-ui/contract';
import type { StaticFile } from '../http/respond.ts';
import { describedVersion } from '../registry/described-version.ts';
import { Mirror } from '../registry/files/external.ts';
import { parseRemoteManifest, REMOTE_MANIFEST } from '../registry/manifest.ts';
import { OverrideRefused } from './refusal.ts';
import { type FileSource, fileSourceOf, isOnOneMachine, LONGEST_MINUTES, type Override } from './token.ts';

/** Size limit in bytes: a remote.json lists a few hundred files at most. */
export const MANIFEST_LIMIT = 512 * 1024;
const FETCH_MS = 5_000;
/** Separates the version of a build from the id of its link. */
export const TEST_MARK = '-override.';

/** The version that replaces the published one in a browser with an override. */
export interface TestVersion {
  override: Override;
  /** Version of the build. */
  build: string;
  /** Version as pages see it: the build's version and the link's id. */
  version: string;
  published: PublishedVersion;
  fileSource: FileSource;
  /** Sources of scripts that the page's policy must allow besides its own origin. */
  scriptSources: string[];
  /** Whether later builds of the developer may run in the same page. */
  isInPlace: boolean;
}

/**
 * Manifests of test versions. Once fetched or submitted, each is stored by its hash for as long as a link may be valid.
 * The gateway needs them for the routes, and for the files that may run.
 */
export class TestVersions {
  readonly #folder: string;
  /** Copies of the files that this gateway forwards. */
  readonly #copies: string;
  readonly #mirror: Mirror;
  /** A link's complete contents -> its version. */
  readonly #known = new Map<string, TestVersion>();

  /** @param root the deploy root */
  constructor(root: string) {
    this.#folder = join(root, 'overrides');
    this.#copies = join(root, '.overrides');
    this.#mirror = new Mirror(this.#copies);
  }

  /**
   * Returns a forwarded file or the manifest; undefined if the manifest doesn't list it. Throws PlainError when it
   * can't be fetched.
   */
  file(
    { override: { name, url, integrity }, build, fileSource }: TestVersion,
    path: string,
  ): Promise<StaticFile | undefined> {
    if (fileSource !== 'passed on') return Promise.resolve(undefined);
    return this.#mirror.file({ name, version: build, published: { manifest: url, integrity } }, path);
  }

  /**
   * Returns a link's version. Throws OverrideRefused when its manifest can't be fetched or differs from the signed one.
   */
  async get(override: Override): Promise<TestVersion> {
    const known = this.#known.get(JSON.stringify(override));
    if (known !== undefined) return known;
    const text = (await readTextIfThere(this.#file(override))) ?? (await fetchManifest(override.url));
    return this.store(override, text);
  }

  /** Stores the manifest of a link's version. Throws OverrideRefused when it differs from the signed one. */
  async store(override: Override, text: string): Promise<TestVersion> {
    const found = await testVersion(override, text);
    await this.#removeOld();
    await replaceFile(this.#file(override), text);
    this.#known.set(JSON.stringify(override), found);
    return found;
  }

  #file({ integrity }: Override): string {
    return join(this.#folder, `${Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')}.json`);
  }

  async #removeOld(): Promise<void> {
    const now = Date.now();
    for (const [link, { override }] of this.#known) if (override.until * 1000 < now) this.#known.delete(link);
    for (const folder of [this.#folder, this.#copies]) {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const written = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
        if (now - written > LONGEST_MINUTES * 60_000) await rm(path, { recursive: true, force: true });
      }
    }
  }
}

/** Returns the URL from which a page loads the manifest of a test version. */
function addressOf({ name, url }: Override, version: string, fileSource: FileSource): string {
  if (fileSource === 'from the browser') return url;
  return fileSource === 'here' ? new URL(url).pathname : `/remotes/${name}/${version}/${REMOTE_MANIFEST}`;
}

/**
 * Returns the script sources of a version whose files only the browser reaches: the scripts of this build by their
 * hashes. If the gateway is on the developer's machine, later builds may run too; the loader checks their hashes. A
 * sandboxed version runs in no page.
 */
function scriptSourcesOf(override: Override, { files }: RemoteManifest, fileSource: FileSource): string[] {
  if (fileSource !== 'from the browser' || override.trust === 'sandboxed') return [];
  if (isOnOneMachine(override)) return [new URL(override.url).origin];
  return Object.entries(files).flatMap(([path, hash]) => (/\.m?js$/.test(path) ? [`'${hash}'`] : []));
}

async function testVersion(override: Override, text: string): Promise<TestVersion> {
  const { name, url, integrity, id } = override;
  if (integrityOf(Buffer.from(text)) !== integrity) throw new OverrideRefused('OTHER_CONTENT', `${url} has changed`);
  try {
    const manifest = parseRemoteManifest(text, url);
    if (manifest.name !== name) throw new Error(`${url} is of ${manifest.name}, not of ${name}`);
    const published = await describedVersion(manifest, integrity);
    const build = manifest.version;
    const version = `${build}${TEST_MARK}${id}`;
    const fileSource = fileSourceOf(override);
    const address = addressOf(override, version, fileSource);
    const { trust = 'trusted' } = override;
    const isInPlace = fileSource === 'from the browser' && (trust === 'sandboxed' || isOnOneMachine(override));
    const scriptSources = scriptSourcesOf(override, manifest, fileSource);
    const listed: PublishedVersion = { ...published, manifest: address, trust };
    return { override, build, version, published: listed, fileSource, scriptSources, isInPlace };
  } catch (thrown) {
    throw new OverrideRefused('NOT_ALLOWED', reasonOf(thrown));
  }
}

async function fetchManifest(url: string): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return await textUpTo(response, MANIFEST_LIMIT);
  } catch (thrown) {
    throw new OverrideRefused('UNREACHABLE', `${url}: ${reasonOf(thrown)}`);
  }
}

async function textUpTo(answer: Response, limit: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > limit) throw new Error(`${answer.url} is larger than ${limit} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
