import { type Counts, KEPT_MINUTES, MINUTE_MS, recentOf, type Tally, totalOf, type VersionCounts } from './counts.ts';
import { readAllCounts } from './files.ts';

/** What the reports say of a version; `unknown` while they say too little, or as much for as against it. */
export type Verdict = 'healthy' | 'failing' | 'unknown';

/** Below so many page loads there is no verdict against a version. */
const ENOUGH_PAGES = 20;
/** A failing version fails at least so many times as often as the one before it. */
const TIMES_AS_OFTEN = 2;
/** A failing version fails on at least this part of the page loads. */
const FAILING_RATE = 0.05;
/** What is put down to single phones, extensions and networks: one page load in a hundred. */
const USUAL_RATE = 0.01;
/** How far above chance a failing version is, in standard deviations. */
const DEVIATIONS = 3;

/** The rate at which a version failed. What few pages have reported weighs as if the others of the first 20 had gone well. */
function rateOf({ pages, failing }: Tally): number {
  return failing / Math.max(pages, ENOUGH_PAGES);
}

/**
 * Whether so many failures among so many page loads are more than chance makes of a rate. Of 20 page loads of a version that
 * fails on one in a hundred, one fails every sixth time, which is 5 % already; this asks for three.
 */
function isBeyondChance({ pages, failing }: Tally, rate: number): boolean {
  const expected = pages * rate;
  return failing >= expected + DEVIATIONS * Math.sqrt(expected * (1 - rate)) + 1;
}

/** Whether a version fails where the one before it did not: often enough, and more often than chance would have it. */
export function isFailing(version: Tally, before: Tally): boolean {
  const rate = rateOf(version);
  const usual = rateOf(before);
  return (
    version.pages >= ENOUGH_PAGES &&
    rate >= FAILING_RATE &&
    rate >= TIMES_AS_OFTEN * usual &&
    isBeyondChance(version, Math.max(usual, USUAL_RATE))
  );
}

/** The other version of the same remote that most page loads speak well of. */
function bestOther(counts: Counts, name: string, version: string): Tally {
  const others = Object.entries(counts).filter(([key]) => key.startsWith(`${name}@`) && key !== `${name}@${version}`);
  const tallies = others.map(([, other]) => totalOf(other)).filter(({ pages }) => pages >= ENOUGH_PAGES);
  return tallies.sort((a, b) => rateOf(a) - rateOf(b))[0] ?? { pages: 0, failing: 0 };
}

function judge(counts: VersionCounts, before: Tally, now: number): Verdict {
  const total = totalOf(counts);
  const recent = recentOf(counts, now - KEPT_MINUTES * MINUTE_MS);
  if (isFailing(total, before) || isFailing(recent, before)) return 'failing';
  return total.pages > 2 * total.failing ? 'healthy' : 'unknown';
}

/**
 * Reads what the gateways of a deploy root have counted.
 * @returns the verdict on a version of a remote, against that of its others which failed least:
 * `failing` by at least 20 page loads, of which at least 5 % failed, twice as many as of the other and more than chance
 * explains, at any time or in the last hour; `healthy` when it was loaded, is not failing and has worked on most pages.
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
