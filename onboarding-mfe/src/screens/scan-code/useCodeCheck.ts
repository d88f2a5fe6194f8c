import { useEffect, useRef, useState } from 'react';
import { openSession } from 'shared-ui';
import { signInWithCode } from '../../api/sign-in.ts';
import { createRefusals } from '../../scanner/refusals.ts';

/** Signs in with the codes that the camera reads. A refused code sets `error`, and scanning continues. */
export function useCodeCheck(onEntered: () => void) {
  const [refusals] = useState(() => createRefusals());
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
    if (refusals.holds(code)) return;
    setIsChecking(true);
    try {
      const answer = await signInWithCode(code);
      // A user who has left the screen meanwhile did not want to sign in with this code.
      if (!isMounted.current) return;
      openSession(answer);
      onEntered();
    } catch (failure) {
      refusals.add(code, failure);
      setError(failure);
    } finally {
      setIsChecking(false);
    }
  };
  return { check, isChecking, error };
}
