import { whenIdle } from '../idle.ts';
import { firstLoaded, note, onNew, sendNotes } from './notes.ts';
import type { Vital } from './report.ts';
import { followVitals } from './vitals.ts';

/** Batching interval for events (ms). */
const BATCH_MS = 5_000;

/**
 * Starts reporting the health of the remotes in this page: recorded and new events, and web vitals when it is hidden.
 */
export function startReporting(): void {
  const vitals = followVitals();
  let isWaiting = false;
  onNew(() => {
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
