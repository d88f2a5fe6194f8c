import type { Bytes, RemoteSizes, Sizes } from './bytes.ts';
import { ENTRY_METHODS, type Isolation } from './page/isolation.ts';
import { SCREENS } from './page/screens.ts';
import type { Scrolled } from './page/scrolling.ts';
import type { Times, WarmTimes } from './page/times.ts';
import type { TrendTimes } from './page/trend.ts';
import { differences, medianInterval, quantile, sum } from './statistics.ts';

/** An aim and whether it is met. */
export interface Verdict {
  aim: string;
  found: string;
  ok: boolean;
}

/** Budget for a remote's own scripts, in bytes after gzip. */
const REMOTE_BUDGET = 40_000;
/** Bytes that federation may add to a first screen, after gzip. */
const FEDERATION_BYTES = 27_000;
/** Time that federation may add to a load, as a share of the unfederated load. */
const FEDERATION_TIME = 0.1;

/** Maximum duration of an offline start relative to an online start. */
const OFFLINE_RATIO = 1.2;

/** Minimum frames per second, and maximum number of elements, when scrolling a long timeline. */
const SCROLLING_FRAMES = 55;
const SCROLLING_ELEMENTS = 1_500;

/** Maximum time to paint 500 values as a picture, and as a whole table once asked for (ms). */
const TREND_MS = 100;
const TABLE_MS = 1_000;

/** Time (ms) and transferred bytes that a guest's frame may add to loading its survey. */
const ISOLATION_MS = 50;
const ISOLATION_BYTES = 5_000;

/** Unfederated builds to compare with: `routes`, the harder one because it fetches less, and the single bundle. */
export const RIVALS = ['routes', 'bundle'] as const;

export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Returns the sum over all parts of a screen. */
export function total(parts: readonly (Sizes & { transferred: number })[]): Sizes & { transferred: number } {
  const of = (key: keyof Sizes | 'transferred') => sum(parts.map((part) => part[key]));
  return { raw: of('raw'), gzip: of('gzip'), brotli: of('brotli'), transferred: of('transferred') };
}

/** Checks whether the scripts stay within their budgets. */
export function judgeBytes(bytes: Bytes, remotes: RemoteSizes[]): Verdict[] {
  const screens = SCREENS.map(({ name, budget }) => {
    const { transferred } = total(bytes.federated[name]);
    return {
      aim: `${name}: JavaScript over the wire <= ${kB(budget)}`,
      found: kB(transferred),
      ok: transferred <= budget,
    };
  });
  const own = (what: string, part: 'first' | 'all') =>
    remotes.map(({ name, [part]: { gzip } }) => ({
      aim: `${name}: ${what} <= ${kB(REMOTE_BUDGET)} (gzip)`,
      found: kB(gzip),
      ok: gzip <= REMOTE_BUDGET,
    }));
  const federation = SCREENS.flatMap(({ name }) =>
    RIVALS.map((rival) => {
      const more = total(bytes.federated[name]).gzip - total(bytes[rival][name]).gzip;
      return {
        aim: `${name}: federation's bytes against ${rival} <= ${kB(FEDERATION_BYTES)} (gzip)`,
        found: kB(more),
        ok: more <= FEDERATION_BYTES,
      };
    }),
  );
  return [
    ...screens,
    ...own('what it fetches first', 'first'),
    ...own('every screen and library of it together', 'all'),
    ...federation,
  ];
}

const percent = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;

/**
 * Checks whether the load time added by federation stays within its budget, using the median of the paired
 * differences. The interval shows the uncertainty.
 */
export function judgeTimes(times: Times): Verdict[] {
  return SCREENS.flatMap(({ name }) =>
    RIVALS.map((rival) => {
      const pairs = differences(times[name].federated, times[name][rival]);
      const whole = quantile(times[name][rival], 0.5);
      const share = quantile(pairs, 0.5) / whole;
      const { low, high } = medianInterval(pairs);
      return {
        aim: `${name}: federation's time against ${rival} <= ${FEDERATION_TIME * 100} %`,
        found: `${percent(share)} (95 %: ${percent(low / whole)} to ${percent(high / whole)})`,
        ok: share <= FEDERATION_TIME,
      };
    }),
  );
}

/** Checks whether a timeline of thousands of events scrolls smoothly with the CPU throttled to a quarter. */
export function judgeScrolling({ what: kind, events, framesPerSecond, elements }: Scrolled): Verdict[] {
  const what = `${events.toLocaleString('en')} ${kind} scrolled, CPU / 4`;
  return [
    {
      aim: `${what}: frames a second >= ${SCROLLING_FRAMES}`,
      found: framesPerSecond.toFixed(1),
      ok: framesPerSecond >= SCROLLING_FRAMES,
    },
    { aim: `${what}: elements < ${SCROLLING_ELEMENTS}`, found: String(elements), ok: elements < SCROLLING_ELEMENTS },
  ];
}

/** Checks whether a measurement with hundreds of values is painted quickly with the CPU throttled to a quarter. */
export function judgeTrend({ values, painted, table }: TrendTimes): Verdict[] {
  const [median, slowest] = [quantile(painted, 0.5), Math.max(...painted)];
  return [
    {
      aim: `${values} values over time, CPU / 4: painted within ${TREND_MS} ms of the response (median)`,
      found: `${Math.round(median)} ms (slowest of ${painted.length}: ${Math.round(slowest)} ms)`,
      ok: median <= TREND_MS,
    },
    {
      aim: `${values} values over time, CPU / 4: whole table after the press <= ${TABLE_MS} ms (median)`,
      found: `${Math.round(quantile(table, 0.5))} ms`,
      ok: quantile(table, 0.5) <= TABLE_MS,
    },
  ];
}

/** Checks whether a guest's survey loads about as fast, and with about as many bytes, as a trusted one. */
export function judgeIsolation({ times, more }: Isolation): Verdict[] {
  const isolation = ENTRY_METHODS.map((method) => {
    const pairs = differences(times['slow 4G'][method].frame, times['slow 4G'][method].page);
    const median = quantile(pairs, 0.5);
    const { low, high } = medianInterval(pairs);
    return {
      aim: `a guest's frame, by ${method}, on slow 4G: time against the page <= ${ISOLATION_MS} ms`,
      found: `${Math.round(median)} ms (95 %: ${Math.round(low)} to ${Math.round(high)} ms)`,
      ok: median <= ISOLATION_MS,
    };
  });
  const bytes = sum(Object.values(more));
  return [
    ...isolation,
    {
      aim: `a guest's frame: bytes against the page <= ${kB(ISOLATION_BYTES)}`,
      found: `${(bytes / 1000).toFixed(2)} kB`,
      ok: bytes <= ISOLATION_BYTES,
    },
  ];
}

/** Checks whether an offline start is about as fast as an online one. */
export function judgeWarm(times: WarmTimes): Verdict[] {
  return SCREENS.map(({ name }) => {
    const { online, offline } = times[name];
    const [on, off] = [quantile(online, 0.5), quantile(offline, 0.5)];
    return {
      aim: `${name}: warm start without network <= ${OFFLINE_RATIO} x with it`,
      found: `${(off / on).toFixed(2)} (${Math.round(off)} ms, ${Math.round(on)} ms)`,
      ok: off / on <= OFFLINE_RATIO,
    };
  });
}
