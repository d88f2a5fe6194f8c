import type { Me } from 'mock-api/contract';
import { useNavigate } from 'react-router-dom';
import { staffPaths, upgradeSession } from 'shared-ui';
import { endIfOver } from '../../session/failure.ts';
import { answerTutorialOffer } from '../../session/tutorial.ts';

/** Resolves with the result of a call. If it failed because the server has ended the session, also ends it here. */
export async function endSessionIfOver<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    await endIfOver(failure);
    throw failure;
  }
}

/**
 * Returns the handler for a successful second factor. Staff need no tutorial: they land on the desk and can open the
 * demo from there.
 */
export function useUpgrade(): (me: Me) => void {
  const navigate = useNavigate();
  return (me) => {
    upgradeSession(me);
    answerTutorialOffer(false);
    navigate(staffPaths.desk, { replace: true });
  };
}
