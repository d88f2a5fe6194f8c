import { join } from 'node:path';
import { holdLock } from 'server-kit/lock';
import type { Registry } from 'shared-ui/contract';
import type { HealthEvent } from 'shared-ui/contract/host';
import { remoteIn } from '../../registry/registry.ts';
import { Admission, type Sender } from './admission.ts';
import {
  addPages,
  addTime,
  boundedSeries,
  type Counts,
  countError,
  countFailed,
  countLoaded,
  countTime,
  emptyCounts,
  type Series,
  type VersionCounts,
} from './counts.ts';
import { healthFolder, readCounts, readSeries, writeCounts, writeSeries } from './files.ts';

/** Interval at which counts are saved, in milliseconds. */
export const SAVE_MS = 5_000;
/** Interval at which series are saved, in milliseconds: they are larger, and only people read them. */
export const SAVE_SERIES_MS = 30_000;
/** More gateways than this on one deploy root are a mistake. */
const MAX_GATEWAYS = 1_000;

/** A gateway's own file, and the function that releases it. */
interface FileClaim {
  gateway: string;
  release(): void;
}

/**
 * Claims the first file that no other gateway of the deploy root uses: a restarted gateway continues where it stopped.
 */
function claimFile(root: string): FileClaim {
  for (let number = 1; number <= MAX_GATEWAYS; number += 1) {
    const release = holdLock(join(healthFolder(root), `${number}.lock`));
    if (release !== undefined) return { gateway: String(number), release };
  }
  throw new Error(`${healthFolder(root)} is in use by ${MAX_GATEWAYS} gateways`);
}

/**
 * Counts of the reports to one gateway, by version, and their series over a week: in memory, and in the gateway's files,
 * which it reads on start. The sender decides whether a report counts, and is kept in memory only.
 */
export class HealthStore {
  readonly #root: string;
  readonly #admission = new Admission();
  #claim: FileClaim | undefined;
  #counts: Counts = {};
  #series: Series = {};
  #opening: Promise<void> | undefined;
  /** What has changed since it was saved. */
  readonly #changed = new Set<'counts' | 'series'>();
  #saving: Promise<void> = Promise.resolve();

  constructor(root: string) {
    this.#root = root;
  }

  /** Counts reports about versions in the registry, up to the sender's fair share. */
  async report(events: HealthEvent[], sender: Sender, registry: Registry | undefined): Promise<void> {
    const known = events.filter(({ remote }) => registry !== undefined && isPublished(registry, remote));
    if (known.length === 0) return;
    await this.#open();
    for (const event of known) {
      if (this.#count(event, sender, Date.now())) this.#changed.add('counts').add('series');
    }
  }

  /** Returns everything that this gateway has counted since its first run. */
  async counts(): Promise<Counts> {
    await this.#open();
    return this.#counts;
  }

  /** Saves new counts after any pending write. Drops versions that are no longer in the registry. */
  save(registry: Registry | undefined): Promise<void> {
    return this.#saveIfChanged('counts', async (gateway) => {
      if (registry !== undefined) dropUnpublished(this.#counts, registry);
      await writeCounts(this.#root, gateway, this.#counts);
    });
  }

  /** Saves the new series after any pending write. Drops old slots, and versions that are no longer in the registry. */
  saveSeries(registry: Registry | undefined): Promise<void> {
    return this.#saveIfChanged('series', async (gateway) => {
      if (registry !== undefined) dropUnpublished(this.#series, registry);
      this.#series = boundedSeries(this.#series, Date.now());
      await writeSeries(this.#root, gateway, this.#series);
    });
  }

  /** Releases the file for the next gateway. */
  close(): void {
    this.#claim?.release();
    this.#claim = undefined;
  }

  #saveIfChanged(what: 'counts' | 'series', write: (gateway: string) => Promise<void>): Promise<void> {
    const before = this.#saving.catch(() => undefined);
    this.#saving = before.then(async () => {
      if (this.#claim === undefined || !this.#changed.delete(what)) return;
      try {
        await write(this.#claim.gateway);
      } catch (thrown) {
        this.#changed.add(what);
        throw thrown;
      }
    });
    return this.#saving;
  }

  #open(): Promise<void> {
    this.#opening ??= this.#read().catch((thrown: unknown) => {
      this.#opening = undefined;
      throw thrown;
    });
    return this.#opening;
  }

  async #read(): Promise<void> {
    this.#claim ??= claimFile(this.#root);
    this.#counts = await readCounts(this.#root, this.#claim.gateway);
    this.#series = await readSeries(this.#root, this.#claim.gateway);
  }

  #countsOf(remote: string): VersionCounts {
    const counts = this.#counts[remote] ?? emptyCounts();
    this.#counts[remote] = counts;
    return counts;
  }

  #count({ kind, remote, code = '', value = 0 }: HealthEvent, sender: Sender, now: number): boolean {
    const admission = this.#admission;
    switch (kind) {
      case 'loaded':
        if (!admission.page(remote, sender, now)) return false;
        countLoaded(this.#countsOf(remote), now, value);
        addPages(this.#series, remote, now, { pages: 1, failing: 0 });
        addTime(this.#series, remote, now, 'load', value);
        return true;
      case 'failed':
        if (!admission.page(remote, sender, now)) return false;
        countFailed(this.#countsOf(remote), now, code);
        addPages(this.#series, remote, now, { pages: 1, failing: 1 });
        return true;
      case 'broke':
      case 'error':
        if (!admission.extra(kind, remote, sender)) return false;
        countError(this.#countsOf(remote), now, code, kind === 'broke');
        if (kind === 'broke') addPages(this.#series, remote, now, { pages: 0, failing: 1 });
        return true;
      default:
        if (!admission.extra('vital', remote, sender)) return false;
        countTime(this.#countsOf(remote), kind, value);
        addTime(this.#series, remote, now, kind, value);
        return true;
    }
  }
}

/** Returns whether the registry contains a version; reports about others are not counted. */
function isPublished(registry: Registry, remote: string): boolean {
  const [name = '', version = ''] = remote.split('@');
  return Object.hasOwn(remoteIn(registry, name)?.versions ?? {}, version);
}

/** Removes the versions that are no longer in the registry. */
function dropUnpublished(byVersion: Counts | Series, registry: Registry): void {
  for (const remote of Object.keys(byVersion)) if (!isPublished(registry, remote)) delete byVersion[remote];
}
