/** Entry `shared-ui/host`: what only the shell uses. No remote gets it, so it may change with any build of the shell. */
export { badgeOf } from './patient/events/events.ts';
export { readPictureAhead } from './patient/records/media.ts';
export { resetDemo } from './patient/session/app.ts';
export { mayUseApp, RECHECK_MS, sessionKnown, startSession } from './patient/session/session.ts';
export { applySettings } from './patient/settings/settings-actions.ts';
export { patch, type UnsentSurvey, until } from './patient/store.ts';
export { HostProvider } from './platform/host.tsx';
export { failureOf } from './platform/http/failure.ts';
export { savedToken } from './platform/http/token.ts';
export { readyDates } from './platform/i18n/format.ts';
export { setRuntimeConfig } from './platform/runtime.ts';
export { Covered } from './ui/components/Page.tsx';
export { Panel } from './ui/components/Panel.tsx';
export { ProfileList, ProfileRow } from './ui/components/ProfileRow.tsx';
export { TabBar } from './ui/components/TabBar.tsx';
export { TopBar } from './ui/components/TopBar.tsx';
export type { PanelState, Settled } from './ui/components/useSheetDrag.ts';
