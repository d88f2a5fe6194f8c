import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endSession, paths } from 'shared-ui';
import { hasUnsent } from './load.ts';

/**
 * Signs out, but asks first if that would delete unsent feedback.
 * @param onLeave called when the sign-out starts
 */
export function useLogOut(onLeave?: () => void) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const logOut = async () => {
    setIsAsking(false);
    onLeave?.();
    await endSession();
    navigate(paths.root);
  };
  const ask = async () => {
    if (await hasUnsent()) setIsAsking(true);
    else await logOut();
  };
  return { isAsking, ask, logOut, stay: () => setIsAsking(false) };
}
