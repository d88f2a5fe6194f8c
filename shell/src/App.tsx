import { type ComponentType, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths, requestRefresh, type Store, useStore } from 'shared-ui';
import { HostProvider, onDemandOptional } from 'shared-ui/host';
import { ClaimedPath } from './entry/ClaimedPath.tsx';
import { Reset } from './entry/Reset.tsx';
import { Splash } from './entry/Splash.tsx';
import { useAppBadge, useNotificationTaps } from './frame/notifications.ts';
import { OrientationOverlay } from './frame/OrientationOverlay.tsx';
import { whenSettled } from './idle.ts';
import { useSessionRecheck } from './live/useSessionRecheck.ts';
import { RemoteBoundary } from './remotes/fallback.tsx';
import { appGuard, staffGuard, useNavigation } from './session/guards.ts';
import { RemoteSurvey } from './surveys/slot/RemoteSurvey.tsx';

interface BackgroundOptions {
  isNeeded(state: Store): boolean;
  /** Runs `start` when the code may be loaded. */
  later(start: () => void): void;
  /** Logged when the code can't be loaded, or fails. */
  failed: string;
}

/** Delay before a failed load is tried again (ms). */
const RETRY_MS = 10_000;

/**
 * Returns a component whose code is loaded a while after it is needed. Until that succeeds, the page works without it.
 */
function backgroundPart(
  load: () => Promise<{ default: ComponentType }>,
  { isNeeded, later, failed }: BackgroundOptions,
) {
  const onError = (error: unknown) => console.info(failed, error);
  const Part = onDemandOptional(load, { retryMs: RETRY_MS, onError });
  return function BackgroundPart() {
    const isWanted = useStore(isNeeded);
    const [isDue, setIsDue] = useState(false);
    useEffect(() => {
      if (!isWanted || isDue) return;
      let isOver = false;
      later(() => {
        if (!isOver) setIsDue(true);
      });
      return () => {
        isOver = true;
      };
    }, [isWanted, isDue]);
    return (
      isDue && (
        <RemoteBoundary onError={onError} fallback={null}>
          <Part />
        </RemoteBoundary>
      )
    );
  };
}

/** No session expires unannounced within this time after a sign-in (ms). */
const BEFORE_EXPIRY_MS = 10_000;

const SessionWatch = backgroundPart(() => import('./session/SessionEnding.tsx'), {
  isNeeded: ({ session }) => session.me !== null,
  later: (start) => setTimeout(start, BEFORE_EXPIRY_MS),
  failed: 'The session expiry monitor could not be loaded',
});

/** Follows the event stream. Until it is loaded, the page updates on refresh only. */
const Live = backgroundPart(() => import('./live/LiveUpdates.tsx'), {
  isNeeded: (state) => appGuard(state) === null || staffGuard(state) === null,
  later: whenSettled,
  failed: 'Live updates could not be loaded',
});

/** Without it, the next start shows an outline until the screen has loaded. */
const ScreenKeeper = backgroundPart(() => import('./startup/first-screen/ScreenKeeper.tsx'), {
  isNeeded: (state) => appGuard(state) === null,
  later: whenSettled,
  failed: 'Screens can’t be kept for the next start',
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
      <ScreenKeeper />
    </>
  );
}

export function App() {
  return (
    <HostProvider value={hostParts}>
      <BrowserRouter>
        <Screens />
      </BrowserRouter>
    </HostProvider>
  );
}
