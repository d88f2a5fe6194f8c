import { useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths, requestRefresh } from 'shared-ui';
import { HostProvider } from 'shared-ui/host';
import { backgroundPart } from './background.tsx';
import { ClaimedPath } from './entry/ClaimedPath.tsx';
import { Reset } from './entry/Reset.tsx';
import { Splash } from './entry/Splash.tsx';
import { useNavigation } from './frame/menu/useNavigation.ts';
import { useAppBadge, useNotificationTaps } from './frame/notifications.ts';
import { OrientationOverlay } from './frame/OrientationOverlay.tsx';
import { whenSettled } from './idle.ts';
import { useSessionRecheck } from './live/useSessionRecheck.ts';
import { appGuard, staffGuard } from './session/guards.ts';
import { RemoteSurvey } from './surveys/slot/RemoteSurvey.tsx';

/** No session expires unannounced within this time after a sign-in (ms). */
const BEFORE_EXPIRY_MS = 10_000;

/** Watches for the end of the session. */
const SessionWatch = backgroundPart(() => import('./session/SessionEnding.tsx'), {
  isNeeded: ({ session }) => session.me !== null,
  later: (start) => setTimeout(start, BEFORE_EXPIRY_MS),
  failed: 'The session expiry monitor could not be loaded',
  retryMs: BEFORE_EXPIRY_MS,
});

/** Follows the event stream. Without it, the page updates on refresh only. */
const Live = backgroundPart(() => import('./live/LiveUpdates.tsx'), {
  isNeeded: (state) => appGuard(state) === null || staffGuard(state) === null,
  later: whenSettled,
  failed: 'Live updates could not be loaded',
});

/** `/refresh`: refetches profiles and events, then redirects to the app. */
function Refresh() {
  useEffect(() => {
    requestRefresh().catch((error) => console.info('The refresh failed', error));
  }, []);
  return <Navigate to={paths.app.root} replace />;
}

const hostParts = { SurveySlot: RemoteSurvey, useNavigation };

function Screens() {
  useSessionRecheck();
  useAppBadge();
  useNotificationTaps();
  return (
    <>
      <Routes>
        <Route path={paths.root} element={<Splash />} />
        <Route path={paths.refresh} element={<Refresh />} />
        <Route path={paths.reset} element={<Reset />} />
        <Route path="*" element={<ClaimedPath />} />
      </Routes>
      <OrientationOverlay />
      <SessionWatch />
      <Live />
    </>
  );
}

/** The whole app: one router, one frame, and a slot for every remote. */
export function App() {
  return (
    <HostProvider value={hostParts}>
      <BrowserRouter>
        <Screens />
      </BrowserRouter>
    </HostProvider>
  );
}
