/** The releases installed on this machine: `releases/VERSION`, and the links `current` and `previous`. */
import { chmod, mkdir, mkdtemp, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists, moveFolder, readTextIfThere } from 'server-kit/disk';
import { hasCode, PlainError } from 'server-kit/plain-error';
import {
  RELEASE_MANIFEST,
  type ReleaseManifest,
  readReleaseManifest,
} from '../commands/production/release-manifest.ts';
import { runProgram } from './programs.ts';

/** Holds the hash of the tarball from which a release was unpacked. */
const ORIGIN = '.sha256';
/** Prefix of folders that are not complete yet. */
const UNPACKING = '.unpacking-';

type Link = 'current' | 'previous';

export interface InstalledRelease extends ReleaseManifest {
  folder: string;
}

export class Installed {
  readonly #root: string;
  readonly #folder: string;

  constructor(root: string) {
    this.#root = root;
    this.#folder = join(root, 'releases');
  }

  /** Returns an installed release by its version. Throws PlainError when it isn't installed. */
  async find(version: string): Promise<InstalledRelease> {
    const folder = join(this.#folder, version);
    const manifest = await readReleaseManifest(folder);
    if (manifest === undefined) throw new PlainError(`Release ${version} is not installed in ${this.#folder}.`);
    return { ...manifest, folder };
  }

  /** Returns what a link points to; undefined if there is no such link. */
  async target(link: Link): Promise<string | undefined> {
    return readlink(join(this.#root, link)).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT')) return undefined;
      throw thrown;
    });
  }

  /** Returns the release that a link points to; undefined if there is no link, or it points to something else. */
  async linked(link: Link): Promise<InstalledRelease | undefined> {
    const target = await this.target(link);
    return target !== undefined && dirname(target) === 'releases' ? this.find(basename(target)) : undefined;
  }

  /** Returns the target of a link to a release. */
  targetOf({ version }: ReleaseManifest): string {
    return join('releases', version);
  }

  /** Points a link to a target in one step: processes that start see the old or the new one. Removes it if undefined. */
  async link(link: Link, target: string | undefined): Promise<void> {
    const path = join(this.#root, link);
    if (target === undefined) return rm(path, { force: true });
    const temporary = `${path}.${process.pid}`;
    await rm(temporary, { force: true });
    await symlink(target, temporary);
    return rename(temporary, path);
  }

  /** Returns the versions of all installed releases, newest installation first. */
  async versions(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const at = await stat(join(this.#folder, name, RELEASE_MANIFEST)).catch(() => undefined);
        return at === undefined || name.startsWith('.') ? [] : [{ name, at: at.ctimeMs }];
      }),
    );
    return found
      .flat()
      .sort((one, other) => other.at - one.at)
      .map(({ name }) => name);
  }

  /**
   * Unpacks a verified tarball next to the other releases. Never writes into an installed one.
   * @param hash of the tarball
   * @throws PlainError when it can't be unpacked, or another tarball of this version was installed
   */
  async unpack(tarball: string, hash: string): Promise<InstalledRelease> {
    await mkdir(this.#folder, { recursive: true });
    await this.#removeIncomplete();
    const work = await mkdtemp(join(this.#folder, UNPACKING));
    try {
      // At the lowest priority: the services go on meanwhile.
      const unpack = ['tar', '-xzf', tarball, '-C', work, '--strip-components=1', '--no-same-owner'];
      await runProgram(['nice', '-n', '19', ...unpack]);
      const manifest = await readReleaseManifest(work);
      if (manifest === undefined) throw new PlainError(`${tarball} holds no release: ${RELEASE_MANIFEST} is missing.`);
      await writeFile(join(work, ORIGIN), `${hash}\n`);
      await chmod(work, 0o755);
      const folder = join(this.#folder, manifest.version);
      const origin = (await readTextIfThere(join(folder, ORIGIN)))?.trim();
      if ((await exists(folder)) && origin !== hash) {
        throw new PlainError(
          `Release ${manifest.version} was installed from another file: a release needs a new version.`,
        );
      }
      if (origin === undefined && !(await moveFolder(work, folder)))
        throw new PlainError(`${folder} can't be created: something else is there.`);
      return { ...manifest, folder };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /** Removes all but the newest releases; never `current` and `previous`. Returns the removed versions. */
  async prune(kept: number): Promise<string[]> {
    const links = await Promise.all([this.linked('current'), this.linked('previous')]);
    const used = links.flatMap((release) => release?.version ?? []);
    const others = (await this.versions()).filter((version) => !used.includes(version));
    const removed = others.slice(Math.max(0, kept - used.length));
    for (const version of removed) await rm(join(this.#folder, version), { recursive: true });
    return removed;
  }

  /** Removes what a killed upgrade left. Only one upgrade runs at a time. */
  async #removeIncomplete(): Promise<void> {
    for (const name of await readdir(this.#folder))
      if (name.startsWith(UNPACKING)) await rm(join(this.#folder, name), { recursive: true });
  }
}
