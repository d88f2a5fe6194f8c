import type { HealthEvent } from 'shared-ui/contract/host';
import { noteFailure, noteLoaded } from './notes.ts';
import { startReporting } from './reporting.ts';

const sent: HealthEvent[][] = [];

/** Performance entries by type, delivered to every observer, including those from before it was created. */
const MEASURED: Record<string, object[]> = {
  navigation: [{ responseStart: 120.4 }],
  paint: [
    { name: 'first-paint', startTime: 500 },
    { name: 'first-contentful-paint', startTime: 700 },
  ],
  'largest-contentful-paint': [{ startTime: 700 }, { startTime: 1_500.6, element: 'Rosalind', url: '/profile/4242' }],
  'layout-shift': [
    { startTime: 1_500, value: 0.1, hadRecentInput: false },
    { startTime: 1_600, value: 0.9, hadRecentInput: true },
    { startTime: 9_000, value: 0.12, hadRecentInput: false },
  ],
  event: [
    { interactionId: 0, duration: 900 },
    { interactionId: 7, duration: 64 },
    { interactionId: 7, duration: 88 },
    { interactionId: 14, duration: 48 },
  ],
};

class MeasuredBefore {
  static readonly supportedEntryTypes = Object.keys(MEASURED);
  observe: (options: { type: string }) => void;
  constructor(callback: (list: { getEntries(): object[] }) => void) {
    this.observe = ({ type }) => callback({ getEntries: () => MEASURED[type] ?? [] });
  }
}

function hide(isHidden: boolean): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('startReporting batches events and sends web vitals once when the page is hidden', () => {
  jest.useFakeTimers();
  Object.assign(globalThis, { PerformanceObserver: MeasuredBefore });
  Object.assign(navigator, { sendBeacon: (_: string, body: string) => sent.push(JSON.parse(body).events) > 0 });
  noteLoaded('timeline@1.0.0', 200);
  expect(sent).toEqual([]);
  startReporting();
  expect(sent).toEqual([[{ kind: 'loaded', remote: 'timeline@1.0.0', value: 200 }]]);

  noteLoaded('surveys@1.1.0', 300);
  noteFailure('surveys@1.1.0', 'RENDER_FAILED');
  expect(sent).toHaveLength(1);
  jest.runAllTimers();
  expect(sent.slice(1).map((batch) => batch.map(({ kind }) => kind))).toEqual([['loaded', 'broke']]);

  hide(true);
  const remote = 'timeline@1.0.0';
  const vitals = { TTFB: 120, FCP: 700, LCP: 1_501, CLS: 120, INP: 88 };
  expect(sent.slice(2)).toEqual([Object.entries(vitals).map(([kind, value]) => ({ kind, remote, value }))]);
  hide(false);
  hide(true);
  jest.runAllTimers();
  expect(sent).toHaveLength(3);
});
