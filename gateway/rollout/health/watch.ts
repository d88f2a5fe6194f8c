import { reasonOf } from 'server-kit/plain-error';
import type { Registry, RegistryEntry } from 'shared-ui/contract';
import { type Act, readHistory } from '../../registry/history.ts';
import { isDevVersion } from '../../registry/registry.ts';
import { asStore, type Store } from '../../registry/store/store.ts';
import { takeBack } from '../versions/rollout.ts';
import { type Counts, emptyCounts, MINUTE_MS, RETENTION_MINUTES, recentOf, type Tally, totalOf } from './counts.ts';
import { readAllCounts } from './files.ts';
import { isFailing } from './verdict.ts';

/** Interval between a gateway's checks, in milliseconds. Including the time to save counts, well within a minute. */
export const POLL_INTERVAL_MS = 10_000;
/** Time after its activation in which a version may be taken back, in milliseconds. */
const ON_PROBATION_MS = RETENTION_MINUTES * MINUTE_MS;
/** With this many recent page loads, the previous version is judged by them alone: same network, same servers. */
const MIN_RECENT_PAGES = 20;

interface WatchLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A version that may be taken back, and the one that it is compared with. */
interface Candidate {
  name: string;
  version: string;
  before: string | undefined;
  /** Earlier reports don't count; in milliseconds since 1970. */
  since: number;
}

/** Returns when a version's current trial began; earlier trials have ended and don't count. */
function trialSince(acts: Act[], version: string): number | undefined {
  const ended = acts.findLastIndex(({ from }) => from === version);
  const begun = acts.slice(ended + 1).find(({ what, version: other }) => what === 'shared' && other === version);
  return begun && Date.parse(begun.at);
}

/** Returns when a version became active, if it was the last one to do so. */
function activeSince(acts: Act[], version: string): number | undefined {
  const last = acts.findLast(({ active }) => active !== undefined);
  return last?.active === version ? Date.parse(last.at) : undefined;
}

/** Returns the versions of a remote on probation: canaries, and those active for less than an hour. */
function candidatesOf(name: string, entry: RegistryEntry, acts: Act[], now: number): Candidate[] {
  const { active, previous, canary } = entry;
  const earliest = now - ON_PROBATION_MS;
  const candidates: Candidate[] = [];
  if (canary !== undefined) {
    const since = Math.max(earliest, trialSince(acts, canary.version) ?? earliest);
    candidates.push({ name, version: canary.version, before: active, since });
  }
  const since = activeSince(acts, active) ?? Number.NEGATIVE_INFINITY;
  if (since > earliest && !isDevVersion(active)) candidates.push({ name, version: active, before: previous, since });
  return candidates;
}

/** Returns the tally of the previous version: from the same period if that is enough, else from all reports. */
function tallyBefore(counts: Counts, { name, before, since }: Candidate): Tally {
  const known = counts[`${name}@${before}`] ?? emptyCounts();
  const recent = recentOf(known, since);
  return recent.pages >= MIN_RECENT_PAGES ? recent : totalOf(known);
}

const describeTally = ({ pages, failing }: Tally): string => `${failing} of ${pages} page loads`;

/** Returns why a version must be taken back, as a sentence for people; undefined if it may stay. */
function reasonAgainst(candidate: Candidate, counts: Counts): string | undefined {
  const { name, version, before, since } = candidate;
  const tally = recentOf(counts[`${name}@${version}`] ?? emptyCounts(), since);
  const tallied = tallyBefore(counts, candidate);
  if (!isFailing(tally, tallied)) return undefined;
  const compared = before === undefined ? '' : `, ${before} before it on ${describeTally(tallied)}`;
  return `It failed on ${describeTally(tally)}${compared}.`;
}

function isInUse(registry: Registry, { name, version }: Candidate): boolean {
  const entry = registry.remotes[name];
  return entry?.active === version || entry?.canary?.version === version;
}

/**
 * Takes back versions on probation that fail where the previous one did not. Any number of gateways may do so at once:
 * a version taken back by one is no candidate for the next.
 */
export class HealthWatch {
  readonly #store: Store;
  readonly #log: WatchLog;
  /** Versions that could not be taken back; each is logged once. */
  readonly #stuck = new Set<string>();

  constructor(at: Store | string, log: WatchLog) {
    this.#store = asStore(at);
    this.#log = log;
  }

  /** Reads the counts of all gateways of the deploy root, and takes back versions that fail. */
  async check(registry: Registry): Promise<void> {
    const counts = await readAllCounts(this.#store.root);
    for (const [name, entry] of Object.entries(registry.remotes)) {
      const acts = await readHistory(this.#store.root, name);
      for (const candidate of candidatesOf(name, entry, acts, Date.now())) {
        const why = reasonAgainst(candidate, counts);
        if (why !== undefined) await this.#takeBack(candidate, why);
      }
    }
  }

  async #takeBack(candidate: Candidate, why: string): Promise<void> {
    const { name, version } = candidate;
    const remote = `${name}@${version}`;
    try {
      const { changed, registry } = await takeBack(this.#store, name, version, why);
      if (changed) this.#log.warn({ remote, why, active: registry.remotes[name]?.active }, 'failing version withdrawn');
      else if (isInUse(registry, candidate)) this.#logStuck(remote, why, 'there is no version to return to');
    } catch (thrown) {
      this.#logStuck(remote, why, reasonOf(thrown));
    }
  }

  #logStuck(remote: string, why: string, problem: string): void {
    if (this.#stuck.has(remote)) return;
    this.#stuck.add(remote);
    this.#log.error({ remote, why, problem }, 'failing version can not be withdrawn');
  }
}
