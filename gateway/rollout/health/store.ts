import { join } from 'node:path';
import type { Registry } from 'shared-ui/contract';
import type { HealthEvent } from '../../../shell/src/health/report.ts';
import { holdLock } from '../../common/lock.ts';
import { Admission, type Sender } from './admission.ts';
import {
  type Counts,
  countError,
  countFailed,
  countLoaded,
  countTime,
  emptyCounts,
  type VersionCounts,
} from './counts.ts';
import { healthFolder, readCounts, writeCounts } from './files.ts';
import { isPublished } from './telemetry.ts';

/** Interval at which counts are saved, in milliseconds. */
export const SAVE_MS = 5_000;
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
 * Counts of the reports to one gateway, by version: in memory, and in the gateway's file, which it reads on start. The
 * sender decides whether a report counts, and is kept in memory only.
 */
export class HealthStore {
  readonly #root: string;
  readonly #admission = new Admission();
  #claim: FileClaim | undefined;
  #counts: Counts = {};
  #opening: Promise<void> | undefined;
  #isChanged = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(root: string) {
    this.#root = root;
  }

  /** Counts reports about versions in the registry, up to the sender's fair share. */
  async report(events: HealthEvent[], sender: Sender, registry: Registry | undefined): Promise<void> {
    const known = events.filter(({ remote }) => registry !== undefined && isPublished(registry, remote));
    if (known.length === 0) return;
    await this.#open();
    for (const event of known) if (this.#count(event, sender, Date.now())) this.#isChanged = true;
  }

  /** Returns everything that this gateway has counted since its first run. */
  async counts(): Promise<Counts> {
    await this.#open();
    return this.#counts;
  }

  /** Saves new counts after any pending write. Drops versions that are no longer in the registry. */
  save(registry: Registry | undefined): Promise<void> {
    const before = this.#saving.catch(() => undefined);
    this.#saving = before.then(async () => {
      if (!this.#isChanged || this.#claim === undefined) return;
      this.#isChanged = false;
      if (registry !== undefined) this.#dropUnpublished(registry);
      try {
        await writeCounts(this.#root, this.#claim.gateway, this.#counts);
      } catch (thrown) {
        this.#isChanged = true;
        throw thrown;
      }
    });
    return this.#saving;
  }

  /** Releases the file for the next gateway. */
  close(): void {
    this.#claim?.release();
    this.#claim = undefined;
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
  }

  #dropUnpublished(registry: Registry): void {
    for (const remote of Object.keys(this.#counts)) if (!isPublished(registry, remote)) delete this.#counts[remote];
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
        return true;
      case 'failed':
        if (!admission.page(remote, sender, now)) return false;
        countFailed(this.#countsOf(remote), now, code);
        return true;
      case 'broke':
      case 'error':
        if (!admission.extra(kind, remote, sender)) return false;
        countError(this.#countsOf(remote), now, code, kind === 'broke');
        return true;
      default:
        if (!admission.extra('vital', remote, sender)) return false;
        countTime(this.#countsOf(remote), kind, value);
        return true;
    }
  }
}
