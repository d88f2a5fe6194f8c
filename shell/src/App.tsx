import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from 'shared-ui';
import { HostProvider } from 'shared-ui/host';
import { Expired } from './entry/Expired.tsx';
import { Refresh } from './entry/Refresh.tsx';
import { Reset } from './entry/Reset.tsx';
import { Splash } from './entry/Splash.tsx';
import { AppFrame } from './frame/AppFrame.tsx';
import { isAppPath } from './frame/areas.ts';
import { OnboardingFrame } from './frame/OnboardingFrame.tsx';
import { OrientationOverlay } from './frame/OrientationOverlay.tsx';
import { useAppBadge } from './frame/useAppBadge.ts';
import { FeatureRoutes } from './remotes/FeatureRoutes.tsx';
import { AppGuard, OnboardingGuard } from './session/guards.tsx';
import { SessionWatch } from './session/SessionWatch.tsx';
import { useSessionRecheck } from './session/useSessionRecheck.ts';
import { RemoteSurvey } from './surveys/slot/RemoteSurvey.tsx';

const hostParts = { SurveySlot: RemoteSurvey };

/** What lies behind the app's guard, mounted at the root: remotes name their whole paths. All else starts over. */
function AppArea() {
  const { pathname } = useLocation();
  if (!isAppPath(pathname)) return <Navigate to={paths.root} replace />;
  return (
    <AppGuard>
      <AppFrame />
    </AppGuard>
  );
}

function Screens() {
  useSessionRecheck();
  useAppBadge();
  return (
    <>
      <Routes>
        <Route path={paths.root} element={<Splash />} />
        <Route path={paths.refresh} element={<Refresh />} />
        <Route path={paths.reset} element={<Reset />} />
        <Route
          path={`${paths.onboarding.root}/*`}
          element={
            <OnboardingGuard>
              <OnboardingFrame>
                <FeatureRoutes name="onboarding" />
              </OnboardingFrame>
            </OnboardingGuard>
          }
        />
        <Route path={`${paths.expired}/*`} element={<Expired />} />
        <Route path="*" element={<AppArea />} />
      </Routes>
      <OrientationOverlay />
      <SessionWatch />
    </>
  );
}

/** The whole product: one router, one frame, and a room for every remote. */
export function App() {
  return (
    <HostProvider value={hostParts}>
      <BrowserRouter>
        <Screens />
      </BrowserRouter>
    </HostProvider>
  );
}
