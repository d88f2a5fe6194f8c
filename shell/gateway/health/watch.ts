import type { Registry, RegistryEntry } from 'shared-ui/contract';
import { reasonOf } from '../plain-error.ts';
import { isDevVersion } from '../registry.ts';
import { type Act, readHistory } from '../release/history.ts';
import { takeBack } from '../release/release.ts';
import { type Counts, emptyCounts, KEPT_MINUTES, MINUTE_MS, recentOf, type Tally, totalOf } from './counts.ts';
import { readAllCounts } from './files.ts';
import { isFailing } from './verdict.ts';

/** How often a gateway looks, in milliseconds: with what it takes to write counts down, well within a minute. */
export const LOOK_MS = 10_000;
/** So long after it became active a version may still be taken back, in milliseconds. */
const ON_PROBATION_MS = KEPT_MINUTES * MINUTE_MS;
/** With so many recent page loads the version before is judged by these, under the same network and the same servers. */
const ENOUGH_RECENT = 20;

export interface WatchLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A version that may be taken back, and what it is held against. */
interface Candidate {
  name: string;
  version: string;
  before: string | undefined;
  /** What was reported earlier does not count, in milliseconds since 1970. */
  since: number;
}

/** When the trial of a version began that is under way: an earlier one, which ended, is another. */
function trialSince(acts: Act[], version: string): number | undefined {
  const ended = acts.findLastIndex(({ from }) => from === version);
  const begun = acts.slice(ended + 1).find(({ what, version: other }) => what === 'shared' && other === version);
  return begun && Date.parse(begun.at);
}

/** When a version became active, if it is the last that did. */
function activeSince(acts: Act[], version: string): number | undefined {
  const last = acts.findLast(({ active }) => active !== undefined);
  return last?.active === version ? Date.parse(last.at) : undefined;
}

/** The versions of a remote that are on probation: on trial, or active for less than an hour. */
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

/** What is known of the version before: of the same time where that is enough, else of all times. */
function tallyBefore(counts: Counts, { name, before, since }: Candidate): Tally {
  const known = counts[`${name}@${before}`] ?? emptyCounts();
  const recent = recentOf(known, since);
  return recent.pages >= ENOUGH_RECENT ? recent : totalOf(known);
}

const inWords = ({ pages, failing }: Tally): string => `${failing} of ${pages} page loads`;

/** Why a version must go, for people to read; undefined while it may stay. */
function reasonAgainst(candidate: Candidate, counts: Counts): string | undefined {
  const { name, version, before, since } = candidate;
  const tally = recentOf(counts[`${name}@${version}`] ?? emptyCounts(), since);
  const tallied = tallyBefore(counts, candidate);
  if (!isFailing(tally, tallied)) return undefined;
  const compared = before === undefined ? '' : `, ${before} before it on ${inWords(tallied)}`;
  return `It failed on ${inWords(tally)}${compared}.`;
}

/** Whether a version is one that browsers get. */
function isInUse(registry: Registry, { name, version }: Candidate): boolean {
  const entry = registry.remotes[name];
  return entry?.active === version || entry?.canary?.version === version;
}

/**
 * Takes back versions on probation that fail where the one before them did not. Any number of gateways may do so at once:
 * what one has taken back is no candidate of the next.
 */
export class HealthWatch {
  readonly #root: string;
  readonly #log: WatchLog;
  /** Versions that could not be taken back: said once. */
  readonly #stuck = new Set<string>();

  constructor(root: string, log: WatchLog) {
    this.#root = root;
    this.#log = log;
  }

  /** Looks at what all gateways of the deploy root have written down, and acts on it. */
  async look(registry: Registry): Promise<void> {
    const counts = await readAllCounts(this.#root);
    for (const [name, entry] of Object.entries(registry.remotes)) {
      const acts = await readHistory(this.#root, name);
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
      const { changed, registry } = await takeBack(this.#root, name, version, why);
      if (changed) this.#log.warn({ remote, why, active: registry.remotes[name]?.active }, 'version taken back');
      else if (isInUse(registry, candidate)) this.#sayStuck(remote, why, 'there is no version to return to');
    } catch (thrown) {
      this.#sayStuck(remote, why, reasonOf(thrown));
    }
  }

  #sayStuck(remote: string, why: string, problem: string): void {
    if (this.#stuck.has(remote)) return;
    this.#stuck.add(remote);
    this.#log.error({ remote, why, problem }, 'version fails, but can not be taken back');
  }
}
