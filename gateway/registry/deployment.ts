import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import type { GatewayConfig } from '../http/config.ts';
import type { StaticFile } from '../http/respond.ts';
import { readTeams } from '../trust/teams.ts';
import { checkSignatures, isUnsignedFeature } from '../trust/version-trust.ts';
import { type ApprovedOrigins, approvedOriginsFile, readApprovedOrigins } from './connect.ts';
import { atOneOrigin, type ExternalVersion, externalVersions, type Mirror, mirrorOf } from './files/external.ts';
import { Prerendered } from './files/prerendered.ts';
import type { ShellManifest } from './manifest.ts';
import { PublishedFiles } from './published.ts';
import { isDevVersion, publishedFolder, readRegistry, registryFile } from './registry.ts';
import type { Store } from './store/store.ts';

/** A complete snapshot of the deploy root, served until the registry changes. */
export interface Deployed {
  /** As pages get it: every address in it is on the gateway. */
  registry: Registry;
  /** Origins that the operator lets remotes call. */
  approved: ApprovedOrigins;
  /** Versions hosted on other servers, by `name@version`. */
  external: ReadonlyMap<string, ExternalVersion>;
  shell: { version: string; template: string; manifest: ShellManifest } | undefined;
  /** `name@version` of revoked versions, which must never be served again. */
  revoked: ReadonlySet<string>;
}

interface DeploymentLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Paths of a deployment, and whether dev mode is on. */
type DeploymentSource = Pick<GatewayConfig, 'deployRoot' | 'teamsFile' | 'dev'>;

/** Returns a stamp that changes whenever the file does. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino}-${found.mtimeNs}-${found.size}`;
}

/** Returns the active versions that pages don't run because no team has signed them. */
function unsignedFeatures({ remotes }: Registry): string[] {
  return Object.entries(remotes).flatMap(([name, { active, versions }]) => {
    const published = versions[active];
    return published && isUnsignedFeature(published) ? [`${name}@${active}`] : [];
  });
}

/**
 * Tracks the registry and the teams' keys on disk. Each check costs one `stat` per file; a changed registry is read
 * again. A broken registry, or one with an invalid signature, is logged, and the last good state stays in use.
 */
export class Deployment {
  readonly files: PublishedFiles;
  readonly prerendered: Prerendered;
  readonly #mirror: Mirror;
  /** What is wrong with the registry on disk; undefined when it is valid. */
  problem: string | undefined;
  #deployed: Deployed | undefined;
  readonly #root: string;
  readonly #log: DeploymentLog;
  readonly #teamsFile: string;
  readonly #dev: boolean;
  /** Stamp of the files when they were last read. */
  #stamp: string | undefined;
  #loading: Promise<void> | undefined;

  /** In dev mode (`dev`), development builds have no fallback version. */
  constructor({ deployRoot, teamsFile, dev }: DeploymentSource, log: DeploymentLog) {
    this.#dev = dev;
    this.#root = deployRoot;
    this.#teamsFile = teamsFile;
    this.#log = log;
    this.files = new PublishedFiles(deployRoot);
    this.prerendered = new Prerendered(deployRoot, log);
    this.#mirror = mirrorOf(deployRoot);
  }

  /** The last good state; undefined if there has never been one. */
  get last(): Deployed | undefined {
    return this.#deployed;
  }

  /** Returns the current state, after checking the files for changes. */
  async current(): Promise<Deployed | undefined> {
    // A request that arrives during a read waits for it, then checks again: the file may have changed meanwhile.
    while (this.#loading !== undefined) await this.#loading;
    const stamp = this.#currentStamp();
    if (stamp !== this.#stamp) {
      this.#loading = this.#load(stamp).finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
    return this.#deployed;
  }

  /**
   * Returns a listed file of a remote's version, or its manifest; undefined when it doesn't exist or the version was
   * revoked.
   * @throws PlainError when it is hosted on another server and can't be fetched completely
   */
  async remoteFile(name: string, version: string, path: string): Promise<StaticFile | undefined> {
    const key = `${name}@${version}`;
    const { revoked, external } = (await this.current()) ?? {};
    if (revoked?.has(key)) return undefined;
    const hosted = external?.get(key);
    return hosted === undefined ? this.files.remoteFile(name, version, path) : this.#mirror.file(hosted, path);
  }

  #currentStamp(): string {
    const files = [registryFile(this.#root), this.#teamsFile, approvedOriginsFile(this.#root)];
    return files.map(stampOf).join(' ');
  }

  async #load(stamp: string): Promise<void> {
    try {
      const published = await this.#readRegistry();
      const registry = atOneOrigin(this.#dev ? withoutFallback(published) : published);
      this.#deployed = {
        registry,
        shell: await this.#shellOf(registry),
        revoked: revokedIn(registry),
        approved: await readApprovedOrigins(this.#root),
        external: externalVersions(published),
      };
      this.problem = undefined;
      const unsigned = unsignedFeatures(registry);
      this.#log.info({ revision: registry.revision, ...(unsigned.length > 0 && { unsigned }) }, 'registry read');
    } catch (thrown) {
      this.problem = reasonOf(thrown);
      const serving = this.#deployed?.registry.revision ?? null;
      this.#log.error({ problem: this.problem, serving }, 'registry rejected');
    }
    this.#stamp = stamp;
  }

  async #readRegistry(): Promise<Registry> {
    const file = registryFile(this.#root);
    if (this.#deployed !== undefined && stampOf(file) === 'none') throw new PlainError(`${file} was deleted`);
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

/** Returns the registry with no fallback for remotes under development, so that their errors show. */
function withoutFallback(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => {
    const { previous: _previous, ...alone } = entry;
    return [name, isDevVersion(entry.active) ? alone : entry] as const;
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}

function revokedIn({ remotes }: Registry): Set<string> {
  const entries = Object.entries(remotes);
  return new Set(entries.flatMap(([name, { revoked = [] }]) => revoked.map((version) => `${name}@${version}`)));
}

interface Options {
  store: Store;
  deployment: Deployment;
}

/** Keeps what is published up to date while the gateway runs. It is not ready before a shell is published. */
export const published = fastifyPlugin(async (app: FastifyInstance, { store, deployment }: Options) => {
  app.addHook('onReady', () => store.follow(app.log));
  app.addHook('onClose', () => store.close());
  app.readiness.set('published', async () => {
    if ((await deployment.current())?.shell === undefined) throw new Error('nothing is published');
  });
});
