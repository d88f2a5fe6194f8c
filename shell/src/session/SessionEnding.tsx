import { useEffect, useRef, useState } from 'react';
import { useStore } from 'shared-ui';
import { LogOutDialog } from '../surveys/LogOutDialog.tsx';
import { useLogOut } from '../surveys/useLogOut.ts';
import { SessionEndDialog } from './SessionEndDialog.tsx';
import type { SessionEnd } from './session-end.ts';
import { SessionExpiryMonitor } from './session-expiry-monitor.ts';

/** Returns the upcoming or past end of the session until the user has acknowledged it, and how to extend it. */
function useEnd() {
  const isSignedIn = useStore(({ session }) => session.me !== null);
  const hasRunOut = useStore(({ session }) => session.hasRunOut);
  const [near, setNear] = useState<SessionEnd | null>(null);
  const [hasRead, setHasRead] = useState(false);
  const monitor = useRef<SessionExpiryMonitor>(undefined);
  useEffect(() => {
    setHasRead(false);
    if (!isSignedIn) return;
    const started = new SessionExpiryMonitor(setNear);
    monitor.current = started;
    started.start();
    return () => {
      started.stop();
      setNear(null);
    };
  }, [isSignedIn]);
  const end: SessionEnd | 'over' | null = hasRunOut ? 'over' : near;
  const isReadable = end === 'over' || end?.isLast === true;
  return {
    end: isReadable && hasRead ? null : end,
    read: () => setHasRead(true),
    extend: async () => monitor.current?.extend(),
  };
}

/** Warns before a session ends and reports when one has expired. */
export default function SessionEnding() {
  const { end, read, extend } = useEnd();
  const { isAsking, ask, logOut, stay } = useLogOut();
  return (
    <SessionEndDialog end={end} onStay={extend} onRead={read} onLogOut={ask}>
      <LogOutDialog open={isAsking} onStay={stay} onLogOut={logOut} />
    </SessionEndDialog>
  );
}
