import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import {
  NightSky,
  paths,
  prefersStillness,
  runtimeConfig,
  ScreenHeading,
  type Store,
  staffPaths,
  useStore,
} from 'shared-ui';
import { mayUseApp } from 'shared-ui/host';
import { ownerAt } from '../frame/areas.ts';
import { featureContract } from '../remotes/contracts.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { awaitsSecondFactor, homeOf } from '../session/home.ts';

/** How long the splash plays, in milliseconds; people who want no motion go on at once. */
const SPLASH_MS = 1_200;

/**
 * Where the splash leads: the app or the desk, what is still to come of a sign-in (staff's second factor, a patient's PIN), or
 * onboarding. Null until the session is known.
 */
export function afterSplash(state: Store): string | null {
  if (state.session.status === 'unknown') return null;
  const home = homeOf(state);
  if (mayUseApp(state) || home === staffPaths.desk) return home;
  if (state.session.status === 'anonymous') return paths.onboarding.root;
  return awaitsSecondFactor(state) ? staffPaths.secondFactor : paths.onboarding.pinCode;
}

/** Every path that the splash leads to. */
export const ENTRANCES: readonly string[] = [
  paths.app.root,
  paths.onboarding.root,
  paths.onboarding.pinCode,
  staffPaths.secondFactor,
];

function useSplashPlayed(): boolean {
  const [isOver, setIsOver] = useState(prefersStillness);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), SPLASH_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOver;
}

/** `/`: the brand's sky for a moment, while what comes next is already on its way. */
export function Splash() {
  const isOver = useSplashPlayed();
  const next = useStore(afterSplash);
  useEffect(() => {
    const owner = next && ownerAt(next);
    if (owner) loadOnce(owner.remote, featureContract);
  }, [next]);
  if (isOver && next) return <Navigate to={next} replace />;
  return (
    <main>
      <NightSky>
        <ScreenHeading>{runtimeConfig().brand.name}</ScreenHeading>
      </NightSky>
    </main>
  );
}
