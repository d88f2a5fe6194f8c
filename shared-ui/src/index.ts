/**
 * Public API for remotes, in this repository and in others. Every export is a promise: the committed list
 * (`shared-ui/surface.json`) says which version of the package it belongs to.
 * @module
 */
export { EVENT_TYPE } from './contract/events.ts';
export { paths, STATUS_EXPIRED, staffPaths } from './contract/routes/paths.ts';
export {
  acceptRequest,
  addEvents,
  bringEventBack,
  declineRequest,
  ensureTimeline,
  loadTimeline,
  removeEvent,
  replaceNotifications,
  useDismissOnLeave,
} from './patient/events/events.ts';
export { isListed, isViewed, surveyOf } from './patient/events/rules.ts';
export { useEnsureLoaded } from './patient/freshness.ts';
export { FetchedContent } from './patient/profiles/FetchedContent.tsx';
export { FocusReturn, PanelScreen, useGoBack } from './patient/profiles/PanelScreen.tsx';
export { ProfileArea, useProfile } from './patient/profiles/ProfileArea.tsx';
export { isPicture, type MediaFile, type MediaFiles, useMediaFiles } from './patient/records/media.ts';
export { addRecords, ensureRecords, loadRecords } from './patient/records/records.ts';
export {
  markStoryBegun,
  markStoryDone,
  markStoryStopped,
  requestRefresh,
  restartStory,
} from './patient/session/app.ts';
export {
  type Contact,
  changeContact,
  changeMobile,
  endSession,
  openSession,
  recheckSession,
  signedInUser,
  upgradeSession,
} from './patient/session/session.ts';
export type { Settings } from './patient/settings/settings.ts';
export { changeSettings } from './patient/settings/settings-actions.ts';
export {
  defineSlice,
  type Loading,
  readableStore as store,
  type Store,
  useDeferredStore,
  useStore,
} from './patient/store.ts';
export {
  ensureSupporters,
  inviteSupporter,
  loadSupporters,
  setPermissions,
} from './patient/supporters/supporters.ts';
export { useLoad } from './platform/calls/useLoad.ts';
export { useSubmit } from './platform/calls/useSubmit.ts';
export { type NavigationLink, SurveySlot, type SurveySlotProps, useNavigation } from './platform/host.tsx';
export { call, callForFile, callFromOutside, callPut } from './platform/http/client.ts';
export { ApiFailure } from './platform/http/failure.ts';
export { cachedAt, readThrough } from './platform/http/offline-cache.ts';
export { formatDate, formatMoment, formatTime } from './platform/i18n/format.ts';
export {
  defineWords,
  LANGUAGE_TAG,
  type Locale,
  type TextKey,
  useLocale,
  useText,
  type Words,
} from './platform/i18n/i18n.ts';
export type { Translate } from './platform/i18n/translator.ts';
export { runtimeConfig } from './platform/runtime.ts';
export type { Slice, SliceOptions } from './platform/store/slices.ts';
export {
  Button,
  type ButtonVariant,
  IconButton,
  IconLink,
  LinkButton,
  Spinner,
} from './ui/components/Button.tsx';
export { Card, NextCard } from './ui/components/cards/Card.tsx';
export { EventCard, toneLook } from './ui/components/cards/EventCard.tsx';
export { DrawnIcon, IconDisc, SuccessMark } from './ui/components/cards/icons.tsx';
export { Avatar } from './ui/components/cards/ProfileRow.tsx';
export { onDemand } from './ui/components/on-demand.tsx';
export { Actions, Row, SectionTitle, Soft, Stack, VisuallyHidden } from './ui/components/page/Layout.tsx';
export { NightSky } from './ui/components/page/NightSky.tsx';
export { type HeaderAction, Page, ScreenHeading } from './ui/components/page/Page.tsx';
export { ScanFrame } from './ui/components/ScanFrame.tsx';
export { Banner } from './ui/components/status/Banner.tsx';
export { Backdrop, LateWaiting, Skeleton, Waiting } from './ui/components/status/Loading.tsx';
export { Apology, EmptyState } from './ui/components/status/Message.tsx';
export { Note } from './ui/components/status/Note.tsx';
export { LiveRegion, Toast } from './ui/components/status/Toast.tsx';
export { playSound } from './ui/sound/player.ts';
export { prefersStillness } from './ui/theme/theme.ts';
