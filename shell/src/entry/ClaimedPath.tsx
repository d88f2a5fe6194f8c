import { useReducer } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from 'shared-ui';
import { AppFrame } from '../frame/AppFrame.tsx';
import { OnboardingFrame, WideFrame } from '../frame/Frame.tsx';
import { AppGuard, OnboardingGuard, StaffGuard } from '../frame/Guarded.tsx';
import { type RemoteFailure, reportFailure } from '../remotes/failure.ts';
import { RemoteUnavailable } from '../remotes/fallback.tsx';
import { FeatureRoutes } from '../remotes/Remote.tsx';
import { hasRegistry, renewRegistry } from '../remotes/registry.ts';
import { ownerAt } from '../session/guards.ts';
import { SPLASH_TARGETS } from './Splash.tsx';

/** Redirects to the start, unless that would loop or the owner is unknown because there is no registry. */
function UnclaimedPath({ onRenewed }: { onRenewed(): void }) {
  const { pathname } = useLocation();
  if (hasRegistry() && !SPLASH_TARGETS.includes(pathname)) return <Navigate to={paths.root} replace />;
  const renew = () => renewRegistry().then(onRenewed, (failure: RemoteFailure) => reportFailure(failure));
  return (
    <OnboardingFrame>
      <RemoteUnavailable name={pathname} onRetry={renew} />
    </OnboardingFrame>
  );
}

/** Renders the screen of the remote that claims the path, in the guard and frame that it declares. */
export function ClaimedPath() {
  const { pathname } = useLocation();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const owner = ownerAt(pathname);
  if (!owner) return <UnclaimedPath onRenewed={rerender} />;
  const screen = <FeatureRoutes name={owner.remote} />;
  switch (owner.guard) {
    case 'patient':
      return (
        <AppGuard>
          <AppFrame />
        </AppGuard>
      );
    case 'staff':
      return (
        <StaffGuard>
          <WideFrame>{screen}</WideFrame>
        </StaffGuard>
      );
    case 'visitor':
      return (
        <OnboardingGuard>
          <OnboardingFrame>{screen}</OnboardingFrame>
        </OnboardingGuard>
      );
    case 'anyone':
      return <OnboardingFrame>{screen}</OnboardingFrame>;
  }
}
