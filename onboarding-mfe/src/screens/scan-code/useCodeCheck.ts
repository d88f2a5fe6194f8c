import { useEffect, useRef, useState } from 'react';
import { openSession } from 'shared-ui';
import { signInWithCode } from '../../api/sign-in.ts';
import { isRefusal } from '../../session/failure.tsx';

/** Delay before a code is checked again when its check did not get through (ms). */
const RETRY_AFTER_MS = 5_000;

/**
 * Tracks codes that must not be checked right now. A wristband stays in the picture, so without this the same refused
 * code would be sent to the server twice a second.
 */
export function createBlockedCodes(now: () => number = Date.now) {
  const until = new Map<string, number>();
  return {
    /** Returns whether the code should not be checked right now. */
    has: (code: string) => (until.get(code) ?? 0) > now(),
    /** Records a failed check: permanently if the server refused the code, otherwise for a while. */
    add(code: string, error: unknown) {
      until.set(code, isRefusal(error) ? Number.POSITIVE_INFINITY : now() + RETRY_AFTER_MS);
    },
  };
}

/** Signs in with the codes that the camera reads. A refused code sets `error`, and scanning continues. */
export function useCodeCheck(onSignedIn: () => void) {
  const [blockedCodes] = useState(() => createBlockedCodes());
  const [isChecking, setIsChecking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const check = async (code: string) => {
    if (blockedCodes.has(code)) return;
    setIsChecking(true);
    try {
      const answer = await signInWithCode(code);
      // A user who has left the screen meanwhile did not want to sign in with this code.
      if (!isMounted.current) return;
      openSession(answer);
      onSignedIn();
    } catch (failure) {
      blockedCodes.add(code, failure);
      setError(failure);
    } finally {
      setIsChecking(false);
    }
  };
  return { check, isChecking, error };
}
