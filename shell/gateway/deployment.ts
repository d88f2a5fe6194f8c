import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from 'shared-ui/contract';
import type { GatewayConfig } from './config.ts';
import { withoutFallback } from './dev-registry.ts';
import { type Elsewhere, Mirror } from './elsewhere/mirror.ts';
import { atOneOrigin, versionsElsewhere } from './elsewhere/same-origin.ts';
import type { ShellManifest } from './manifest.ts';
import { PlainError, reasonOf } from './plain-error.ts';
import { PublishedFiles } from './published.ts';
import { publishedFolder, readRegistry, registryFile } from './publisher.ts';
import type { StaticFile } from './respond.ts';
import { checkSignatures } from './trust/check-registry.ts';
import { readTeams } from './trust/teams.ts';
import { isUnsignedFeature } from './trust/vouch.ts';

/** One state of the deploy root, whole: what the gateway answers from until the registry changes. */
export interface Deployed {
  /** As pages get it: everything in it has an address of the gateway. */
  registry: Registry;
  /** What lies on other servers, by `name@version`. */
  elsewhere: ReadonlyMap<string, Elsewhere>;
  shell: { version: string; template: string; manifest: ShellManifest } | undefined;
  /** `name@version` of what must never be served again. */
  revoked: ReadonlySet<string>;
}

export interface DeploymentLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Where everything is that a deployment is made of, and whether teams are at work. */
export type DeploymentSource = Pick<GatewayConfig, 'deployRoot' | 'teamsFile' | 'dev'>;

/** What changes whenever a file does. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino}-${found.mtimeNs}-${found.size}`;
}

/** The active versions that no page runs, because no team has signed them. */
function unsignedFeatures({ remotes }: Registry): string[] {
  return Object.entries(remotes).flatMap(([name, { active, versions }]) => {
    const published = versions[active];
    return published && isUnsignedFeature(published) ? [`${name}@${active}`] : [];
  });
}

/**
 * Follows the registry on disk, and the teams that may sign what it names. Each look costs a `stat` a file; a changed
 * registry is read again, and one that turns out broken, or holds a signature that does not hold, is logged and leaves the last
 * good state in force.
 */
export class Deployment {
  readonly files: PublishedFiles;
  readonly #mirror: Mirror;
  /** What is wrong with the registry on disk; undefined while all is well. */
  problem: string | undefined;
  #deployed: Deployed | undefined;
  readonly #root: string;
  readonly #log: DeploymentLog;
  readonly #teamsFile: string;
  readonly #dev: boolean;
  /** What the files were like when they were last read. */
  #stamp: string | undefined;
  #loading: Promise<void> | undefined;

  /** Where teams are at work (`dev`), no development build has a version to fall back to. */
  constructor({ deployRoot, teamsFile, dev }: DeploymentSource, log: DeploymentLog) {
    this.#dev = dev;
    this.#root = deployRoot;
    this.#teamsFile = teamsFile;
    this.#log = log;
    this.files = new PublishedFiles(deployRoot);
    this.#mirror = new Mirror(join(deployRoot, '.elsewhere'));
  }

  /** The last good state; undefined when there has never been one. */
  get last(): Deployed | undefined {
    return this.#deployed;
  }

  /** The state to answer from, after a look at the disk. */
  async current(): Promise<Deployed | undefined> {
    // A request that arrives during a read waits for it, then looks again: the file may have changed meanwhile.
    while (this.#loading !== undefined) await this.#loading;
    const stamp = this.#look();
    if (stamp !== this.#stamp) {
      this.#loading = this.#load(stamp).finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
    return this.#deployed;
  }

  /**
   * A listed file of a remote's version, or its manifest; undefined where there is none, or the version was revoked. Throws
   * PlainError when it lies on another server and can't be had whole.
   */
  async remoteFile(name: string, version: string, path: string): Promise<StaticFile | undefined> {
    const key = `${name}@${version}`;
    const { revoked, elsewhere } = (await this.current()) ?? {};
    if (revoked?.has(key)) return undefined;
    const away = elsewhere?.get(key);
    return away === undefined ? this.files.remoteFile(name, version, path) : this.#mirror.file(away, path);
  }

  #look(): string {
    return `${stampOf(registryFile(this.#root))} ${stampOf(this.#teamsFile)}`;
  }

  async #load(stamp: string): Promise<void> {
    try {
      const published = await this.#readRegistry();
      const registry = atOneOrigin(this.#dev ? withoutFallback(published) : published);
      this.#deployed = {
        registry,
        shell: await this.#shellOf(registry),
        revoked: revokedIn(registry),
        elsewhere: versionsElsewhere(published),
      };
      this.problem = undefined;
      const unsigned = unsignedFeatures(registry);
      this.#log.info({ revision: registry.revision, ...(unsigned.length > 0 && { unsigned }) }, 'registry read');
    } catch (thrown) {
      this.problem = reasonOf(thrown);
      const serving = this.#deployed?.registry.revision ?? null;
      this.#log.error({ problem: this.problem, serving }, 'registry not usable');
    }
    this.#stamp = stamp;
  }

  async #readRegistry(): Promise<Registry> {
    const file = registryFile(this.#root);
    if (this.#deployed !== undefined && stampOf(file) === 'none') throw new PlainError(`${file} is gone`);
    const registry = await readRegistry(this.#root);
    checkSignatures(registry, await readTeams(this.#teamsFile), file);
    return registry;
  }

  async #shellOf(registry: Registry): Promise<Deployed['shell']> {
    const version = registry.shell?.active;
    if (version === undefined) return undefined;
    const manifest = await this.files.shell(version);
    const folder = publishedFolder(this.#root, 'shell', version);
    if (manifest === undefined) throw new PlainError(`"shell.active" names ${version}, but ${folder} holds no shell`);
    return { version, manifest, template: await readFile(join(folder, 'index.html'), 'utf8') };
  }
}

function revokedIn({ remotes }: Registry): Set<string> {
  const entries = Object.entries(remotes);
  return new Set(entries.flatMap(([name, { revoked = [] }]) => revoked.map((version) => `${name}@${version}`)));
}
