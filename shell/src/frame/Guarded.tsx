import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type Store, useStore } from 'shared-ui';
import { forgetEnd } from 'shared-ui/host';
import { WaitingForRemote } from '../remotes/fallback.tsx';
import { appGuard, onboardingGuard, staffGuard } from '../session/guards.ts';
import { Frame } from './Frame.tsx';

/** Maximum wait for the first responses before the app is shown without data (ms). */
const FIRST_RESPONSES_MS = 250;

export const areFirstResponsesPending = ({ events, records }: Store) =>
  [events, records].some(({ loading, fetchedAt }) => loading === 'loading' && fetchedAt === null);

/**
 * Returns whether to wait for pending first responses after the guard has passed: once, and for a short time. The
 * screen then renders once, with data, instead of empty first.
 */
function useWaitForFirstResponses(isAllowed: boolean): boolean {
  const arePending = useStore(areFirstResponsesPending);
  const [canWait, setCanWait] = useState(true);
  const isWaiting = isAllowed && canWait;
  useEffect(() => {
    if (!isWaiting) return;
    if (!arePending) setCanWait(false);
    const timer = setTimeout(() => setCanWait(false), FIRST_RESPONSES_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, arePending]);
  return isWaiting && arePending;
}

/** Renders the app in a deferred update, in small steps, when the user is let in. Redirects are immediate. */
function Guarded({ redirect, children }: { redirect: string | null; children: ReactNode }) {
  const current = useWaitForFirstResponses(redirect === null) ? 'wait' : redirect;
  const deferred = useDeferredValue(current);
  const shown = current === null && deferred === 'wait' ? deferred : current;
  // A slow server must not leave the page empty.
  if (shown === 'wait') {
    return (
      <Frame>
        <WaitingForRemote />
      </Frame>
    );
  }
  return shown === null ? children : <Navigate to={shown} replace />;
}

/** Lets users in by a guard. Once they are, the end of their last session is over: they are back where they were. */
function UserGuard({ guard, children }: { guard: (state: Store) => string | null; children: ReactNode }) {
  const redirect = useStore(guard);
  const hasReturned = useStore(({ session }) => redirect === null && Boolean(session.ended));
  useEffect(() => {
    if (hasReturned) forgetEnd();
  }, [hasReturned]);
  return <Guarded redirect={redirect}>{children}</Guarded>;
}

/** Lets in users who may use the app. Nothing inside is downloaded before. */
export const AppGuard = ({ children }: { children: ReactNode }) => <UserGuard guard={appGuard}>{children}</UserGuard>;

/** Lets in hospital staff. Nothing inside is downloaded before. */
export const StaffGuard = ({ children }: { children: ReactNode }) => (
  <UserGuard guard={staffGuard}>{children}</UserGuard>
);

/** Redirects users who have completed onboarding, and keeps users who asked for the tutorial in it. */
export function OnboardingGuard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Guarded redirect={useStore((state) => onboardingGuard(state, pathname))}>{children}</Guarded>;
}
