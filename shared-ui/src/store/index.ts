export { addEvents, badgeOf, dismissEvent, loadTimeline, mergeEvents } from './events.ts';
export { addRecords, loadRecords } from './records.ts';
export {
  endSession,
  mayUseApp,
  openSession,
  RECHECK_MS,
  recheckSession,
  startSession,
  widenSession,
} from './session.ts';
export type { Settings } from './settings.ts';
export { applySettings, changeSettings } from './settings-actions.ts';
export { type AppSlice, type Loading, patch, type SessionSlice, type Store, store, useStore } from './store.ts';
