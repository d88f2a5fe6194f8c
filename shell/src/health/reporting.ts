import { whenIdle } from '../startup/idle.ts';
import { firstLoaded, note, onNew, sendNotes } from './notes.ts';
import type { Vital } from './report.ts';
import { followVitals } from './vitals.ts';

/** What is seen within this time goes together, in milliseconds. */
const TOGETHER_MS = 5_000;

/** Reports how the remotes do in this page: what was noted so far, what comes, and its web vitals when it is left. */
export function startReporting(): void {
  const vitals = followVitals();
  let isWaiting = false;
  onNew(() => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      whenIdle(sendNotes);
    }, TOGETHER_MS);
  });
  let isMeasured = false;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const remote = firstLoaded();
    // Once a page: what it does in the background, or after that, says nothing about a screen.
    if (remote !== undefined && !isMeasured) {
      isMeasured = true;
      for (const [kind, value] of Object.entries(vitals())) note({ kind: kind as Vital, remote, value });
    }
    sendNotes();
  });
  sendNotes();
}
