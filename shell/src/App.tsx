import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { paths } from 'shared-ui';
import { HostProvider } from 'shared-ui/host';
import { ClaimedPath } from './entry/ClaimedPath.tsx';
import { Refresh } from './entry/Refresh.tsx';
import { Reset } from './entry/Reset.tsx';
import { Splash } from './entry/Splash.tsx';
import { useAppBadge } from './frame/hooks/useAppBadge.ts';
import { useNotificationTaps } from './frame/hooks/useNotificationTaps.ts';
import { useNavigation } from './frame/menu/useNavigation.ts';
import { OrientationOverlay } from './frame/OrientationOverlay.tsx';
import { Live } from './live/Live.tsx';
import { useSessionRecheck } from './live/useSessionRecheck.ts';
import { SessionWatch } from './session/SessionWatch.tsx';
import { RemoteSurvey } from './surveys/slot/RemoteSurvey.tsx';

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
