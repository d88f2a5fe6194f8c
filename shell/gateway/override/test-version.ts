import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedVersion } from 'shared-ui/contract';
import { integrityOf, readTextIfThere, replaceFile } from '../disk.ts';
import { parseRemoteManifest } from '../manifest.ts';
import { reasonOf } from '../plain-error.ts';
import { describedVersion } from '../publisher.ts';
import { OverrideRefused } from './refused.ts';
import { LONGEST_MINUTES, type Override } from './token.ts';

/** A remote.json lists a few hundred files at most: in bytes. */
export const MANIFEST_LIMIT = 512 * 1024;
const FETCH_MS = 5_000;

/** What a browser with an override gets in the place of the published version. */
export interface TestVersion {
  override: Override;
  /** The number of the build. */
  build: string;
  /** As the page names it: the build's number and the link's. */
  version: string;
  published: PublishedVersion;
}

/**
 * The manifests of test versions: what was fetched or handed in once stays, by its hash, for as long as a link may be valid.
 * The gateway has to know them for the routes, and which files may run.
 */
export class TestVersions {
  readonly #folder: string;
  /** What a link says, in full -> its version. */
  readonly #known = new Map<string, TestVersion>();

  /** @param root the deploy root */
  constructor(root: string) {
    this.#folder = join(root, 'overrides');
  }

  /** Returns the version that a link is for. Throws OverrideRefused when its manifest can't be had, or is not the one that was signed. */
  async get(override: Override): Promise<TestVersion> {
    const known = this.#known.get(JSON.stringify(override));
    if (known !== undefined) return known;
    const text = (await readTextIfThere(this.#file(override))) ?? (await fetchManifest(override.url));
    return this.keep(override, text);
  }

  /** Keeps the manifest of a link's version. Throws OverrideRefused when it is not the one that was signed. */
  async keep(override: Override, text: string): Promise<TestVersion> {
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
    for (const [said, { override }] of this.#known) if (override.until * 1000 < now) this.#known.delete(said);
    await mkdir(this.#folder, { recursive: true });
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const written = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
      if (now - written > LONGEST_MINUTES * 60_000) await rm(path, { force: true });
    }
  }
}

async function testVersion(override: Override, text: string): Promise<TestVersion> {
  const { name, url, integrity, id } = override;
  if (integrityOf(Buffer.from(text)) !== integrity) throw new OverrideRefused('OTHER_CONTENT', `${url} has changed`);
  try {
    const manifest = parseRemoteManifest(text, url);
    if (manifest.name !== name) throw new Error(`${url} is of ${manifest.name}, not of ${name}`);
    const published = await describedVersion(manifest, integrity);
    const build = manifest.version;
    const version = `${build}-override.${id}`;
    return { override, build, version, published: { ...published, manifest: url, trust: 'house' } };
  } catch (thrown) {
    throw new OverrideRefused('NOT_ALLOWED', reasonOf(thrown));
  }
}

async function fetchManifest(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return await textUpTo(answer, MANIFEST_LIMIT);
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
