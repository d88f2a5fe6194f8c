export { requestRefresh, resetDemo, restartStory } from './app.ts';
export {
  acceptRequest,
  addEvents,
  badgeOf,
  bringEventBack,
  declineRequest,
  dismissEvent,
  ensureTimeline,
  isViewed,
  loadTimeline,
  mergeEvents,
  removeEvent,
} from './events.ts';
export { useDismissOnLeave, useFresh } from './hooks.ts';
export { addRecords, ensureRecords, loadRecords } from './records.ts';
export {
  type Contact,
  changeContact,
  changeMobile,
  endSession,
  mayUseApp,
  openSession,
  RECHECK_MS,
  recheckSession,
  sessionKnown,
  startSession,
  widenSession,
} from './session.ts';
export type { Settings } from './settings.ts';
export { applySettings, changeSettings } from './settings-actions.ts';
export {
  type AppSlice,
  type Loading,
  patch,
  type SessionSlice,
  type Store,
  store,
  type UnsentSurvey,
  until,
  useStore,
  useStoreLater,
} from './store.ts';
export { ensureSupporters, inviteSupporter, loadSupporters, setPermissions } from './supporters.ts';
export { answerTutorialOffer, finishTutorial } from './tutorial.ts';
