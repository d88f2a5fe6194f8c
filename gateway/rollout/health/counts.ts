import type { FailureCode } from 'shared-ui/contract/host';

/** Page loads that requested a version, and those on which it failed in any form. */
export interface Tally {
  pages: number;
  failing: number;
}

export interface VersionCounts {
  /** Page loads on which it loaded. */
  loaded: number;
  /** Page loads on which it did not load, by code. */
  failed: Record<string, number>;
  /** Errors after it had loaded, by code, each at most once per page load. */
  errors: Record<string, number>;
  /** Page loads with any of these failures. */
  failing: number;
  /** Tallies of the last hour, by minute since 1970. */
  minutes: Record<string, Tally>;
  /** Load times and web vitals. */
  times: Record<string, Histogram>;
}

/** By `name@version`. */
export type Counts = Record<string, VersionCounts>;

export const MINUTE_MS = 60_000;
/** Retention of the tallies by minute. */
export const RETENTION_MINUTES = 60;

/**
 * Every counted code: the loader's, and one for a remote's later errors. Unknown codes of newer pages count as OTHER.
 */
const CODES: Record<FailureCode | 'UNCAUGHT_ERROR', true> = {
  REGISTRY_UNAVAILABLE: true,
  REGISTRY_INVALID: true,
  REMOTE_UNKNOWN: true,
  ORIGIN_NOT_ALLOWED: true,
  MANIFEST_UNAVAILABLE: true,
  MANIFEST_INTEGRITY: true,
  MANIFEST_INVALID: true,
  CONTRACT_MISMATCH: true,
  SHARED_MISSING: true,
  ENTRY_UNAVAILABLE: true,
  ENTRY_INTEGRITY: true,
  CHUNK_UNAVAILABLE: true,
  CHUNK_INTEGRITY: true,
  TIMEOUT: true,
  EXPORT_INVALID: true,
  RENDER_FAILED: true,
  UNCAUGHT_ERROR: true,
};

/** Returns the code under which a failure is counted. The list is closed: no text sent by a page is stored. */
const countedCode = (code: string): string => (Object.hasOwn(CODES, code) ? code : 'OTHER');

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);

export function emptyCounts(): VersionCounts {
  return { loaded: 0, failed: {}, errors: {}, failing: 0, minutes: {}, times: {} };
}

const sum = (numbers: Record<string, number>): number => Object.values(numbers).reduce((all, one) => all + one, 0);

export function totalOf({ loaded, failed, failing }: VersionCounts): Tally {
  return { pages: loaded + sum(failed), failing };
}

/**
 * Returns the tally of the reports since a time.
 * @param since in milliseconds; its whole minute counts
 */
export function recentOf({ minutes }: VersionCounts, since: number): Tally {
  const recent = Object.entries(minutes).filter(([minute]) => Number(minute) >= minuteOf(since));
  return recent.reduce((all, [, { pages, failing }]) => addTally(all, pages, failing), { pages: 0, failing: 0 });
}

const addTally = (tally: Tally, pages: number, failing: number): Tally => ({
  pages: tally.pages + pages,
  failing: tally.failing + failing,
});

function addToMinute(counts: VersionCounts, now: number, pages: number, failing: number): void {
  const minute = minuteOf(now);
  counts.minutes[minute] = addTally(counts.minutes[minute] ?? { pages: 0, failing: 0 }, pages, failing);
  for (const old of Object.keys(counts.minutes))
    if (Number(old) <= minute - RETENTION_MINUTES) delete counts.minutes[old];
}

const addOne = (numbers: Record<string, number>, key: string): void => {
  numbers[key] = (numbers[key] ?? 0) + 1;
};

/** Counts a page load on which the version loaded after `ms` milliseconds. */
export function countLoaded(counts: VersionCounts, now: number, ms: number): void {
  counts.loaded += 1;
  addToMinute(counts, now, 1, 0);
  countTime(counts, 'load', ms);
}

/** Counts a page load on which the version did not load. */
export function countFailed(counts: VersionCounts, now: number, code: string): void {
  addOne(counts.failed, countedCode(code));
  counts.failing += 1;
  addToMinute(counts, now, 1, 1);
}

/**
 * Counts an error after the version had loaded.
 * @param isFirst whether it is the first on its page; only then does the page load count as failing
 */
export function countError(counts: VersionCounts, now: number, code: string, isFirst: boolean): void {
  addOne(counts.errors, countedCode(code));
  if (!isFirst) return;
  counts.failing += 1;
  addToMinute(counts, now, 0, 1);
}

export function countTime(counts: VersionCounts, name: string, value: number): void {
  counts.times[name] = observed(counts.times[name], name, value);
}

/** Returns all entries of both; `add` combines those that both have. */
function sumByKey<T>(one: Record<string, T>, other: Record<string, T>, add: (a: T, b: T) => T): Record<string, T> {
  const sums = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = sums[key];
    sums[key] = known === undefined ? value : add(known, value);
  }
  return sums;
}

const plus = (a: number, b: number): number => a + b;

export function mergeCounts(one: Counts, other: Counts): Counts {
  return sumByKey(one, other, (a, b) => ({
    loaded: a.loaded + b.loaded,
    failed: sumByKey(a.failed, b.failed, plus),
    errors: sumByKey(a.errors, b.errors, plus),
    failing: a.failing + b.failing,
    minutes: sumByKey(a.minutes, b.minutes, (x, { pages, failing }) => addTally(x, pages, failing)),
    times: sumByKey(a.times, b.times, sumOf),
  }));
}

/** Number of values per bucket, and the sum of all values, as whole numbers. */
export interface Histogram {
  /** One more than there are bounds: the last holds the values above all of them. */
  buckets: number[];
  sum: number;
}

/** Upper bounds for load times and web vitals, in milliseconds. Finer around the usual targets (2,500 ms for LCP). */
const TIMES_MS = [50, 100, 200, 400, 800, 1_200, 1_800, 2_500, 4_000, 6_000, 10_000];
/** Upper bounds for CLS, in thousandths: up to 100 is good, from 250 is poor. */
const SHIFTS = [10, 25, 50, 100, 150, 250, 500, 1_000];
/** Cap for values in the sum: higher ones come from a changed clock or a forgery. */
const HIGHEST = 600_000;

export const boundsOf = (name: string): readonly number[] => (name === 'CLS' ? SHIFTS : TIMES_MS);

function emptyHistogram(name: string): Histogram {
  return { buckets: new Array<number>(boundsOf(name).length + 1).fill(0), sum: 0 };
}

/** Adds one value to a measure's histogram, or to a new one. Returns the histogram. */
function observed(known: Histogram | undefined, name: string, value: number): Histogram {
  const histogram = known ?? emptyHistogram(name);
  const bounds = boundsOf(name);
  const found = bounds.findIndex((bound) => value <= bound);
  const index = found === -1 ? bounds.length : found;
  histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
  histogram.sum += Math.min(value, HIGHEST);
  return histogram;
}

/** Returns the sum of two histograms. */
function sumOf(one: Histogram, other: Histogram): Histogram {
  return {
    buckets: one.buckets.map((count, index) => count + (other.buckets[index] ?? 0)),
    sum: one.sum + other.sum,
  };
}

/** What pages reported about one version in one period. */
export interface Slot extends Tally {
  /** Load times and web vitals. */
  times: Record<string, Histogram>;
}

/** By the number of the 5-minute period since 1970 in which the slot begins. */
export type VersionSeries = Record<string, Slot>;

/** By `name@version`. */
export type Series = Record<string, VersionSeries>;

/** Length of a slot in milliseconds. */
export const SLOT_MS = 5 * MINUTE_MS;
const SLOTS_PER_HOUR = 12;
/** Age, in slots, from which the slots of an hour are one, and from which they are dropped: a day and a week. */
const FINE_SLOTS = 24 * SLOTS_PER_HOUR;
const SERIES_SLOTS = 7 * FINE_SLOTS;

export const slotAt = (now: number): number => Math.floor(now / SLOT_MS);

function slotFor(series: Series, remote: string, now: number): Slot {
  const versions = series[remote] ?? {};
  series[remote] = versions;
  const number = slotAt(now);
  const slot = versions[number] ?? { pages: 0, failing: 0, times: {} };
  versions[number] = slot;
  return slot;
}

export function addPages(series: Series, remote: string, now: number, { pages, failing }: Tally): void {
  const slot = slotFor(series, remote, now);
  slot.pages += pages;
  slot.failing += failing;
}

export function addTime(series: Series, remote: string, now: number, name: string, value: number): void {
  const { times } = slotFor(series, remote, now);
  times[name] = observed(times[name], name, value);
}

export function sumOfSlots(one: Slot, other: Slot): Slot {
  return {
    pages: one.pages + other.pages,
    failing: one.failing + other.failing,
    times: sumByKey(one.times, other.times, sumOf),
  };
}

export const mergeSeries = (one: Series, other: Series): Series =>
  sumByKey(one, other, (a, b) => sumByKey(a, b, sumOfSlots));

function bounded(slots: VersionSeries, now: number): VersionSeries {
  const current = slotAt(now);
  const kept: VersionSeries = {};
  for (const [key, slot] of Object.entries(slots)) {
    const number = Number(key);
    const age = current - number;
    if (age >= SERIES_SLOTS) continue;
    const place = age < FINE_SLOTS ? number : number - (number % SLOTS_PER_HOUR);
    const known = kept[place];
    kept[place] = known === undefined ? slot : sumOfSlots(known, slot);
  }
  return kept;
}

/** Returns a series within its bounds: 5-minute slots for a day, hours for the rest of a week, nothing older. */
export function boundedSeries(series: Series, now: number): Series {
  const entries = Object.entries(series).map(([remote, slots]) => [remote, bounded(slots, now)] as const);
  return Object.fromEntries(entries.filter(([, slots]) => Object.keys(slots).length > 0));
}
