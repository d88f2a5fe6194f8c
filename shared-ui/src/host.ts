/**
 * Entry `shared-ui/host`: only for the shell. No remote gets it, so it may change with any build of the shell.
 * @module
 */
export { REMOTE_ROOT } from './contract/styles/root.ts';
export { reloadTimeline, wasDeleted } from './patient/events/events.ts';
export { badgeOf } from './patient/events/rules.ts';
export { prefetchPicture } from './patient/records/media.ts';
export { resetDemo } from './patient/session/app.ts';
export { returnPathOf } from './patient/session/ended.ts';
export { forgetEnd, mayUseApp, RECHECK_MS, restoreSession, sessionKnown } from './patient/session/session.ts';
export {
  applySettings,
  configurePage,
  followPhoneTheme,
  showHospitalLanguages,
} from './patient/settings/settings-actions.ts';
export { type UnsentSurvey, updateSlice, waitFor } from './patient/store.ts';
export { type PublishedEvent, publish, recentEvents, subscribe } from './platform/bus/bus.ts';
export { createDraft, type Draft, type DraftStorage } from './platform/drafts/drafts.ts';
export { hasUnsentTyping, onDropDrafts, watchUnsent } from './platform/drafts/owner.ts';
export { HostProvider } from './platform/host.tsx';
export { failureOf, retryTimeOf } from './platform/http/failure.ts';
export { lastTouchedAt } from './platform/http/headers.ts';
export { loadApi } from './platform/http/load-api.ts';
export { cacheSlice, clearCache, readCachedSlice } from './platform/http/offline-cache.ts';
export { isServerCutOff, onReconnect } from './platform/http/reconnect.ts';
export { savedToken } from './platform/http/token.ts';
export { readyDates } from './platform/i18n/format.ts';
export { setPackLoader } from './platform/i18n/pack.ts';
export { useNow } from './platform/page.ts';
export { setRuntimeConfig } from './platform/runtime.ts';
export { ProfileChip, ProfileList, ProfileRow, ProfileStrip } from './ui/components/cards/ProfileRow.tsx';
export { onDemandOptional } from './ui/components/on-demand.tsx';
export { Covered } from './ui/components/page/Page.tsx';
export { Panel } from './ui/components/page/Panel.tsx';
export { TabBar } from './ui/components/page/TabBar.tsx';
export { TopBar } from './ui/components/page/TopBar.tsx';
export type { PanelState, Settled } from './ui/components/page/useSheetDrag.ts';
export { NARROW_SCREEN, SHORT_SCREEN, TINY_SCREEN } from './ui/theme/theme.ts';
