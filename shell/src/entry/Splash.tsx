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
  store,
  useStore,
} from 'shared-ui';
import { mayUseApp } from 'shared-ui/host';
import { featureContract } from '../remotes/loading/request.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { awaitsSecondFactor, guardRedirect, homeOf, landingOf, ownerAt } from '../session/guards.ts';

/** Duration of the splash animation (ms). Skipped with `prefers-reduced-motion`. */
const SPLASH_MS = 1_200;

/** Whether the last session in this page ended without a sign-out, which the sign-in screen explains. */
const hasEnded = ({ session }: Store): boolean => Boolean(session.ended);

/**
 * Returns where the splash redirects: the app or the desk, the rest of an unfinished sign-in (second factor for staff,
 * PIN for patients), the sign-in screen if a session has just ended, or onboarding. Null until the session is known.
 */
export function afterSplash(state: Store): string | null {
  if (state.session.status === 'unknown') return null;
  if (mayUseApp(state) || homeOf(state) === staffPaths.desk) return landingOf(state);
  if (state.session.status === 'anonymous') return hasEnded(state) ? paths.onboarding.login : paths.onboarding.root;
  return awaitsSecondFactor(state) ? staffPaths.secondFactor : paths.onboarding.pinCode;
}

/** Every path that the splash can redirect to. */
export const SPLASH_TARGETS: readonly string[] = [
  paths.app.root,
  paths.onboarding.root,
  paths.onboarding.login,
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

/** `/`: shows the brand's sky for a moment while the next screen's remote loads. */
export function Splash() {
  const isPlayed = useSplashPlayed();
  // After an ended session, the sign-in screen with the reason comes first, without another splash.
  const isSkipped = useStore(hasEnded);
  const next = useStore(afterSplash);
  useEffect(() => {
    const owner = next && ownerAt(next);
    if (owner && guardRedirect(owner.guard, store.getState(), next) === null) loadOnce(owner.remote, featureContract);
  }, [next]);
  if ((isPlayed || isSkipped) && next) return <Navigate to={next} replace />;
  return (
    <main>
      <NightSky>
        <ScreenHeading>{runtimeConfig().brand.name}</ScreenHeading>
      </NightSky>
    </main>
  );
}
