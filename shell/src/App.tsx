import { useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths, requestRefresh } from 'shared-ui';
import { HostProvider } from 'shared-ui/host';
import { ClaimedPath } from './entry/ClaimedPath.tsx';
import { Reset } from './entry/Reset.tsx';
import { Splash } from './entry/Splash.tsx';
import { useNavigation } from './frame/menu/useNavigation.ts';
import { useAppBadge, useNotificationTaps } from './frame/notifications.ts';
import { OrientationOverlay } from './frame/OrientationOverlay.tsx';
import { Live } from './live/Live.tsx';
import { useSessionRecheck } from './live/useSessionRecheck.ts';
import { SessionWatch } from './session/SessionWatch.tsx';
import { RemoteSurvey } from './surveys/slot/RemoteSurvey.tsx';

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
