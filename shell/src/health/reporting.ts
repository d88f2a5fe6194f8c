import type { Vital } from 'shared-ui/contract/host';
import { whenIdle } from '../idle.ts';
import { firstLoaded, note, onNewNote, sendNotes } from './notes.ts';

/** Session windows of CLS: maximum gap between shifts, and maximum length (ms). */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;
/** Minimum duration of interactions that the browser reports (ms). */
const SHORTEST_INTERACTION_MS = 40;
/** INP ignores one outlier per this many interactions. */
const INTERACTIONS_PER_OUTLIER = 50;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Adds `durationThreshold` of the Event Timing API. */
interface ObserverInit extends PerformanceObserverInit {
  durationThreshold: number;
}

const isKnown = (type: string) => PerformanceObserver.supportedEntryTypes.includes(type);

/**
 * Calls back with every entry of a type, including past ones. Does nothing if the browser does not support the type.
 */
function observe<T extends PerformanceEntry>(type: string, onEntry: (entry: T) => void): void {
  if (!isKnown(type)) return;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) onEntry(entry as T);
  });
  const init: ObserverInit = { type, buffered: true, durationThreshold: SHORTEST_INTERACTION_MS };
  observer.observe(init);
}

/**
 * Returns the worst session window of layout shifts without recent input, in thousandths; undefined if unsupported.
 */
function followShifts(): () => number | undefined {
  let worst = 0;
  let shiftWindow = { from: 0, last: 0, sum: 0 };
  observe<LayoutShift>('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return;
    const isSameWindow = startTime - shiftWindow.last < SHIFT_GAP_MS && startTime - shiftWindow.from < SHIFT_WINDOW_MS;
    shiftWindow = {
      from: isSameWindow ? shiftWindow.from : startTime,
      last: startTime,
      sum: (isSameWindow ? shiftWindow.sum : 0) + value,
    };
    worst = Math.max(worst, shiftWindow.sum);
  });
  return () => (isKnown('layout-shift') ? worst * 1000 : undefined);
}

/**
 * Returns the slowest interaction except outliers (ms); undefined if no interaction was long enough to be reported.
 */
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
 * Starts measuring the page's web vitals, including past entries.
 * @returns a function that returns the values so far: whole milliseconds, CLS in thousandths; unsupported ones are
 * missing
 */
function followVitals(): () => Partial<Record<Vital, number>> {
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

/** Batching interval for events (ms). */
const BATCH_MS = 5_000;

/**
 * Starts reporting the health of the remotes in this page: recorded and new events, and web vitals when it is hidden.
 */
export function startReporting(): void {
  const vitals = followVitals();
  let isWaiting = false;
  onNewNote(() => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      whenIdle(sendNotes);
    }, BATCH_MS);
  });
  let isMeasured = false;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const remote = firstLoaded();
    // Once per page: values from the background or later say nothing about a screen.
    if (remote !== undefined && !isMeasured) {
      isMeasured = true;
      for (const [kind, value] of Object.entries(vitals())) note({ kind: kind as Vital, remote, value });
    }
    sendNotes();
  });
  sendNotes();
}
