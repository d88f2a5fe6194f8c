import { useLayoutEffect, useReducer } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from 'shared-ui';
import { showHospitalLanguages } from 'shared-ui/host';
import { AppFrame } from '../frame/AppFrame.tsx';
import { OnboardingFrame, WideFrame } from '../frame/Frame.tsx';
import { Guarded } from '../frame/Guarded.tsx';
import { type RemoteError, reportFailure } from '../remotes/failure.ts';
import { RemoteUnavailable } from '../remotes/fallback.tsx';
import { FeatureRoutes } from '../remotes/Remote.tsx';
import { hasRegistry, renewRegistry } from '../remotes/registry.ts';
import { ownerAt } from '../session/guards.ts';
import { SPLASH_TARGETS } from './Splash.tsx';

/** Redirects to the start, unless that would loop or the owner is unknown because there is no registry. */
function UnclaimedPath({ onRenewed }: { onRenewed(): void }) {
  const { pathname } = useLocation();
  if (hasRegistry() && !SPLASH_TARGETS.includes(pathname)) return <Navigate to={paths.root} replace />;
  const renew = () => renewRegistry().then(onRenewed, (failure: RemoteError) => reportFailure(failure));
  return (
    <OnboardingFrame>
      <RemoteUnavailable name={pathname} onRetry={renew} />
    </OnboardingFrame>
  );
}

/** Shows staff screens in the hospital's languages: they have texts in no other. */
function useScreenLanguages(isForStaff: boolean): void {
  useLayoutEffect(() => {
    showHospitalLanguages(isForStaff);
    return () => showHospitalLanguages(false);
  }, [isForStaff]);
}

/** Renders the screen of the remote that claims the path, in the guard and frame that it declares. */
export function ClaimedPath() {
  const { pathname } = useLocation();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const owner = ownerAt(pathname);
  useScreenLanguages(owner?.guard === 'staff');
  if (!owner) return <UnclaimedPath onRenewed={rerender} />;
  const screen = <FeatureRoutes name={owner.remote} />;
  if (owner.guard === 'anyone') return <OnboardingFrame>{screen}</OnboardingFrame>;
  const frames = {
    patient: <AppFrame />,
    staff: <WideFrame>{screen}</WideFrame>,
    visitor: <OnboardingFrame>{screen}</OnboardingFrame>,
  };
  return (
    // Keyed by guard, so that no state carries over to the next area.
    <Guarded key={owner.guard} guard={owner.guard}>
      {frames[owner.guard]}
    </Guarded>
  );
}
