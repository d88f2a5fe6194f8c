import { join } from 'node:path';
import type { Registry } from 'shared-ui/contract';
import type { HealthEvent } from '../../src/health/report.ts';
import { holdLock } from '../lock.ts';
import { Admission } from './admission.ts';
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
import type { Sender } from './senders.ts';
import { isPublished } from './telemetry.ts';

/** How often what was counted is written down, in milliseconds. */
export const SAVE_MS = 5_000;
/** A deploy root with more gateways than this is a mistake. */
const MOST_GATEWAYS = 1_000;

/** Which file is a gateway's own, and what gives it back. */
interface Place {
  gateway: string;
  release(): void;
}

/** Takes the first file that no other gateway of the deploy root has: one that starts again goes on where it stopped. */
function takePlace(root: string): Place {
  for (let number = 1; number <= MOST_GATEWAYS; number += 1) {
    const release = holdLock(join(healthFolder(root), `${number}.lock`));
    if (release !== undefined) return { gateway: String(number), release };
  }
  throw new Error(`${healthFolder(root)} is taken by ${MOST_GATEWAYS} gateways`);
}

/**
 * What pages report to one gateway, by version: in memory, and in a file of its own which it reads again when it starts.
 * Whose a report is decides whether it counts, and is kept in memory alone.
 */
export class HealthStore {
  readonly #root: string;
  readonly #admission = new Admission();
  #place: Place | undefined;
  #counts: Counts = {};
  #opening: Promise<void> | undefined;
  #isChanged = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(root: string) {
    this.#root = root;
  }

  /** Counts what a page reports of versions that the registry has, up to its sender's fair share. */
  async report(events: HealthEvent[], sender: Sender, registry: Registry | undefined): Promise<void> {
    const known = events.filter(({ remote }) => registry !== undefined && isPublished(registry, remote));
    if (known.length === 0) return;
    await this.#open();
    for (const event of known) if (this.#count(event, sender, Date.now())) this.#isChanged = true;
  }

  /** What this gateway has counted since it first ran. */
  async counts(): Promise<Counts> {
    await this.#open();
    return this.#counts;
  }

  /** Writes down what is new, once what is being written is on the disk. Versions that the registry lost are forgotten. */
  save(registry: Registry | undefined): Promise<void> {
    const before = this.#saving.catch(() => undefined);
    this.#saving = before.then(async () => {
      if (!this.#isChanged || this.#place === undefined) return;
      this.#isChanged = false;
      if (registry !== undefined) this.#forgetLost(registry);
      try {
        await writeCounts(this.#root, this.#place.gateway, this.#counts);
      } catch (thrown) {
        this.#isChanged = true;
        throw thrown;
      }
    });
    return this.#saving;
  }

  /** Leaves the file to the next gateway. */
  close(): void {
    this.#place?.release();
    this.#place = undefined;
  }

  #open(): Promise<void> {
    this.#opening ??= this.#read().catch((thrown: unknown) => {
      this.#opening = undefined;
      throw thrown;
    });
    return this.#opening;
  }

  async #read(): Promise<void> {
    this.#place ??= takePlace(this.#root);
    this.#counts = await readCounts(this.#root, this.#place.gateway);
  }

  #forgetLost(registry: Registry): void {
    for (const remote of Object.keys(this.#counts)) if (!isPublished(registry, remote)) delete this.#counts[remote];
  }

  #of(remote: string): VersionCounts {
    const counts = this.#counts[remote] ?? emptyCounts();
    this.#counts[remote] = counts;
    return counts;
  }

  #count({ kind, remote, code = '', value = 0 }: HealthEvent, sender: Sender, now: number): boolean {
    const admission = this.#admission;
    switch (kind) {
      case 'loaded':
        if (!admission.page(remote, sender, now)) return false;
        countLoaded(this.#of(remote), now, value);
        return true;
      case 'failed':
        if (!admission.page(remote, sender, now)) return false;
        countFailed(this.#of(remote), now, code);
        return true;
      case 'broke':
      case 'error':
        if (!admission.extra(kind, remote, sender)) return false;
        countError(this.#of(remote), now, code, kind === 'broke');
        return true;
      default:
        if (!admission.extra('vital', remote, sender)) return false;
        countTime(this.#of(remote), kind, value);
        return true;
    }
  }
}
