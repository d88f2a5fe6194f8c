import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type Store, useStore } from 'shared-ui';
import type { Guard } from 'shared-ui/contract';
import { forgetEnd } from 'shared-ui/host';
import { WaitingForRemote } from '../remotes/fallback.tsx';
import { guardRedirect } from '../session/guards.ts';
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

interface GuardedProps {
  guard: Exclude<Guard, 'anyone'>;
  children: ReactNode;
}

/**
 * Renders a route when its guard lets the user in: in a deferred update, in small steps, and nothing inside is
 * downloaded before. Redirects are immediate.
 */
export function Guarded({ guard, children }: GuardedProps) {
  const { pathname } = useLocation();
  const redirect = useStore((state) => guardRedirect(guard, state, pathname));
  // In the app and at the desk, the end of their last session is over: they are back where they were.
  const hasReturned = useStore(({ session }) => guard !== 'visitor' && redirect === null && Boolean(session.ended));
  useEffect(() => {
    if (hasReturned) forgetEnd();
  }, [hasReturned]);
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
