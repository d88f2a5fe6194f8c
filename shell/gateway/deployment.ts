import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from 'shared-ui/contract';
import { withoutFallback } from './dev-registry.ts';
import type { ShellManifest } from './manifest.ts';
import { PlainError, reasonOf } from './plain-error.ts';
import { PublishedFiles } from './published.ts';
import { publishedFolder, readRegistry, registryFile } from './publisher.ts';

/** One state of the deploy root, whole: what the gateway answers from until the registry changes. */
export interface Deployed {
  registry: Registry;
  shell: { version: string; template: string; manifest: ShellManifest } | undefined;
  /** `name@version` of what must never be served again. */
  revoked: ReadonlySet<string>;
}

export interface DeploymentLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Follows the registry on disk. Each look costs one `stat`; a changed file is read again, and one that turns out
 * broken is logged and leaves the last good state in force.
 */
export class Deployment {
  readonly files: PublishedFiles;
  /** What is wrong with the registry on disk; undefined while all is well. */
  problem: string | undefined;
  #deployed: Deployed | undefined;
  readonly #root: string;
  readonly #log: DeploymentLog;
  readonly #dev: boolean;
  #signature: string | undefined;
  #loading: Promise<void> | undefined;

  /** @param dev true where teams are at work: then no development build has a version to fall back to */
  constructor(root: string, log: DeploymentLog, dev = false) {
    this.#dev = dev;
    this.#root = root;
    this.#log = log;
    this.files = new PublishedFiles(root);
  }

  /** The last good state; undefined when there has never been one. */
  get last(): Deployed | undefined {
    return this.#deployed;
  }

  /** The state to answer from, after a look at the disk. */
  async current(): Promise<Deployed | undefined> {
    // A request that arrives during a read waits for it, then looks again: the file may have changed meanwhile.
    while (this.#loading !== undefined) await this.#loading;
    const signature = this.#look();
    if (signature !== this.#signature) {
      this.#loading = this.#load(signature).finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
    return this.#deployed;
  }

  #look(): string {
    const found = statSync(registryFile(this.#root), { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'none' : `${found.ino}-${found.mtimeNs}-${found.size}`;
  }

  async #load(signature: string): Promise<void> {
    try {
      if (signature === 'none' && this.#deployed !== undefined) {
        throw new PlainError(`${registryFile(this.#root)} is gone`);
      }
      const published = await readRegistry(this.#root);
      const registry = this.#dev ? withoutFallback(published) : published;
      this.#deployed = { registry, shell: await this.#shellOf(registry), revoked: revokedIn(registry) };
      this.problem = undefined;
      this.#log.info({ revision: registry.revision }, 'registry read');
    } catch (thrown) {
      this.problem = reasonOf(thrown);
      const serving = this.#deployed?.registry.revision ?? null;
      this.#log.error({ problem: this.problem, serving }, 'registry not usable');
    }
    this.#signature = signature;
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
