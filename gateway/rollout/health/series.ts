import { type Histogram, MINUTE_MS, observed, sumByKey, sumOf, type Tally } from './counts.ts';

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
export const SERIES_SLOTS = 7 * FINE_SLOTS;

/** Returns the slot of a time in milliseconds. */
export const slotAt = (now: number): number => Math.floor(now / SLOT_MS);

function slotFor(series: Series, remote: string, now: number): Slot {
  const versions = series[remote] ?? {};
  series[remote] = versions;
  const number = slotAt(now);
  const slot = versions[number] ?? { pages: 0, failing: 0, times: {} };
  versions[number] = slot;
  return slot;
}

/** Adds page loads of a version. */
export function addPages(series: Series, remote: string, now: number, { pages, failing }: Tally): void {
  const slot = slotFor(series, remote, now);
  slot.pages += pages;
  slot.failing += failing;
}

/** Adds a load time or a web vital of a version. */
export function addTime(series: Series, remote: string, now: number, name: string, value: number): void {
  const { times } = slotFor(series, remote, now);
  times[name] = observed(times[name], name, value);
}

/** Returns the sum of two slots. */
export function sumOfSlots(one: Slot, other: Slot): Slot {
  return {
    pages: one.pages + other.pages,
    failing: one.failing + other.failing,
    times: sumByKey(one.times, other.times, sumOf),
  };
}

/** Returns the sum of two gateways' series. */
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
