import type { Vital } from './report.ts';

/** Shifts this close together are one; together they last no longer than this. In milliseconds. */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;
/** Interactions that are quicker than this are not told by the browser, in milliseconds. */
const SHORTEST_INTERACTION_MS = 40;
/** Of so many interactions one is passed over as an outlier. */
const INTERACTIONS_PER_OUTLIER = 50;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** `durationThreshold` is of the Event Timing API. */
interface ObserverInit extends PerformanceObserverInit {
  durationThreshold: number;
}

const isKnown = (type: string) => PerformanceObserver.supportedEntryTypes.includes(type);

/** Calls back with every entry of a type, those before included. Browsers that don't know the type are passed over. */
function observe<T extends PerformanceEntry>(type: string, hear: (entry: T) => void): void {
  if (!isKnown(type)) return;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) hear(entry as T);
  });
  const init: ObserverInit = { type, buffered: true, durationThreshold: SHORTEST_INTERACTION_MS };
  observer.observe(init);
}

/** The worst run of layout shifts that no tap caused, in thousandths; undefined where that can't be measured. */
function followShifts(): () => number | undefined {
  let worst = 0;
  let run = { from: 0, last: 0, sum: 0 };
  observe<LayoutShift>('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return;
    const goesOn = startTime - run.last < SHIFT_GAP_MS && startTime - run.from < SHIFT_WINDOW_MS;
    run = { from: goesOn ? run.from : startTime, last: startTime, sum: (goesOn ? run.sum : 0) + value };
    worst = Math.max(worst, run.sum);
  });
  return () => (isKnown('layout-shift') ? worst * 1000 : undefined);
}

/** The slowest interaction, outliers aside; undefined while there was none that took long enough to be told. */
function followInteractions(): () => number | undefined {
  const durations = new Map<number, number>();
  observe<PerformanceEventTiming>('event', ({ interactionId, duration }) => {
    if (interactionId) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
  });
  return () => {
    const slowest = [...durations.values()].sort((a, b) => b - a);
    return slowest[Math.floor(slowest.length / INTERACTIONS_PER_OUTLIER)];
  };
}

/**
 * Measures the page's web vitals from its beginning.
 * @returns what was measured so far: whole milliseconds, CLS in thousandths; what this browser can't measure is missing
 */
export function followVitals(): () => Partial<Record<Vital, number>> {
  const times: Partial<Record<Vital, number>> = {};
  observe<PerformanceNavigationTiming>('navigation', ({ responseStart }) => {
    times.TTFB = responseStart;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') times.FCP = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    times.LCP = startTime;
  });
  const shifts = followShifts();
  const slowest = followInteractions();
  return () => {
    const all = { ...times, CLS: shifts(), INP: slowest() };
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, Math.round(value)]])),
    );
  };
}
