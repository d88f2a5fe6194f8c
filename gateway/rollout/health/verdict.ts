import {
  type Counts,
  MINUTE_MS,
  RETENTION_MINUTES,
  recentOf,
  type Tally,
  totalOf,
  type VersionCounts,
} from './counts.ts';
import { readAllCounts } from './files.ts';

/** What the reports say about a version; `unknown` when they are too few or undecided. */
export type Verdict = 'healthy' | 'failing' | 'unknown';

/** Minimum page loads for a verdict against a version. */
const MIN_PAGES = 20;
/** A failing version fails at least this many times as often as the previous one. */
const TIMES_AS_OFTEN = 2;
/** A failing version fails on at least this share of the page loads. */
const FAILING_RATE = 0.05;
/** Failures expected from individual phones, extensions and networks: one page load in a hundred. */
const USUAL_RATE = 0.01;
/** How far above chance a failing version must be, in standard deviations. */
const DEVIATIONS = 3;

/** Returns a version's failure rate. Below 20 page loads, the missing ones count as successful. */
function rateOf({ pages, failing }: Tally): number {
  return failing / Math.max(pages, MIN_PAGES);
}

/**
 * Returns whether the failures exceed what chance explains at a rate. Of 20 page loads at a rate of 1 %, one fails in
 * every sixth case, which is 5 % already; this requires three.
 */
function isBeyondChance({ pages, failing }: Tally, rate: number): boolean {
  const expected = pages * rate;
  return failing >= expected + DEVIATIONS * Math.sqrt(expected * (1 - rate)) + 1;
}

/** Returns whether a version fails where the previous one did not: often enough, and more often than by chance. */
export function isFailing(version: Tally, before: Tally): boolean {
  const rate = rateOf(version);
  const usual = rateOf(before);
  return (
    version.pages >= MIN_PAGES &&
    rate >= FAILING_RATE &&
    rate >= TIMES_AS_OFTEN * usual &&
    isBeyondChance(version, Math.max(usual, USUAL_RATE))
  );
}

/** Returns the tally of the remote's other version with the lowest failure rate. */
function bestOther(counts: Counts, name: string, version: string): Tally {
  const others = Object.entries(counts).filter(([key]) => key.startsWith(`${name}@`) && key !== `${name}@${version}`);
  const tallies = others.map(([, other]) => totalOf(other)).filter(({ pages }) => pages >= MIN_PAGES);
  return tallies.sort((a, b) => rateOf(a) - rateOf(b))[0] ?? { pages: 0, failing: 0 };
}

function judge(counts: VersionCounts, before: Tally, now: number): Verdict {
  const total = totalOf(counts);
  const recent = recentOf(counts, now - RETENTION_MINUTES * MINUTE_MS);
  if (isFailing(total, before) || isFailing(recent, before)) return 'failing';
  return total.pages > 2 * total.failing ? 'healthy' : 'unknown';
}

/**
 * Reads the counts of the gateways of a deploy root.
 * @returns a function that judges a version of a remote against its other version with the lowest failure rate:
 * `failing` with at least 20 page loads of which at least 5 % failed, twice as many as of the other and more than
 * chance explains, overall or in the last hour; `healthy` when it was loaded, is not failing and has worked on most
 * pages
 */
export async function readHealth(
  root: string,
  now: number = Date.now(),
): Promise<(name: string, version: string) => Verdict> {
  const all = await readAllCounts(root);
  return (name, version) => {
    const counts = all[`${name}@${version}`];
    return counts === undefined ? 'unknown' : judge(counts, bestOther(all, name, version), now);
  };
}
