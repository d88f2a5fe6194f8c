import { watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packageFolder, packageVersion, remoteNamed } from '../gateway/package-build.ts';
import { dataRoot, deployRoot, REPO } from '../gateway/paths.ts';
import { PlainError, reasonOf } from '../gateway/plain-error.ts';
import { buildAndPublish } from '../gateway/publish-remote.ts';
import { activatePublished, activeVersion, readRegistry } from '../gateway/publisher.ts';
import { endWithFirst, runCommand, startEverything } from './running.ts';
import { sourceHashes } from './source-hash.ts';

/** Editors write a file in several steps; one rebuild is enough, in milliseconds. */
const SETTLE_MS = 60;

class DevBuilds {
  readonly #name: string;
  readonly #root = deployRoot(process.env);
  readonly #cache: string;
  #built = '';
  #busy: Promise<void> | undefined;
  #again = false;

  constructor(name: string) {
    this.#name = name;
    this.#cache = join(dataRoot(process.env), 'build', 'cache', name);
  }

  /** Builds and publishes if a source changed; a change during a build is built after it. */
  async refresh(): Promise<void> {
    this.#again = true;
    this.#busy ??= this.#run().finally(() => {
      this.#busy = undefined;
    });
    return this.#busy;
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const folder = basename(packageFolder(this.#name));
      const hash = (await sourceHashes(REPO, [folder])).get(folder) ?? '';
      if (hash === this.#built) continue;
      this.#built = hash;
      await this.#publish().catch((thrown: unknown) => {
        console.error(`${reasonOf(thrown)}\nThe version before stays on.`);
      });
    }
  }

  async #publish(): Promise<void> {
    const began = performance.now();
    const version = await this.#nextVersion();
    await buildAndPublish(this.#root, this.#name, version, { dev: true, cache: this.#cache });
    console.log(`${this.#name} ${version} is on (${Math.round(performance.now() - began)} ms)`);
  }

  async #nextVersion(): Promise<string> {
    const folder = join(this.#root, 'remotes', this.#name);
    await mkdir(folder, { recursive: true });
    const start = `${await packageVersion(this.#name)}-dev.`;
    const numbers = (await readdir(folder))
      .filter((one) => one.startsWith(start))
      .map((one) => Number(one.slice(start.length)));
    return `${start}${Math.max(0, ...numbers) + 1}`;
  }
}

/** Calls back soon after any source of the remote, or of what it stands on, changed. */
function watchSources(name: string, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of [packageFolder(name), join(REPO, 'shared-ui')]) {
    watch(folder, { recursive: true }, (_kind, file) => {
      if (/(^|[\\/])(node_modules|dist)([\\/]|$)/.test(file ?? '')) return;
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLE_MS);
    });
  }
}

runCommand(async () => {
  const [typed] = process.argv.slice(2);
  if (typed === undefined) throw new PlainError('Name the remote to work on, e.g. npm run dev -- surveys-mfe');
  const name = remoteNamed(typed);
  const running = await startEverything(process.env, true);
  const root = deployRoot(process.env);
  const before = activeVersion(await readRegistry(root), name);
  if (before !== undefined) running.services.beforeStop(async () => void (await activatePublished(root, name, before)));
  const builds = new DevBuilds(name);
  await builds.refresh();
  watchSources(name, () => void builds.refresh());
  console.log(
    `\n  Lodestar runs at http://localhost:${running.ports.gateway}; changes in ${basename(packageFolder(name))} and shared-ui show there by themselves. Ctrl-C ends everything.\n`,
  );
  await endWithFirst(running);
});
