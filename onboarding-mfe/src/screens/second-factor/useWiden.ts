import type { Me } from 'mock-api/contract';
import { useNavigate } from 'react-router-dom';
import { staffPaths, upgradeSession } from 'shared-ui';
import { endIfOver } from '../../session/failure.ts';
import { answerTutorialOffer } from '../../session/tutorial.ts';

/** Ends the session here, too, when a call failed because it is over on the server. */
export async function heard<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    await endIfOver(failure);
    throw failure;
  }
}

/**
 * Returns what a right second factor does. Staff need no tutorial: they land on the desk, and the demo is open to them from there.
 */
export function useWiden(): (me: Me) => void {
  const navigate = useNavigate();
  return (me) => {
    upgradeSession(me);
    answerTutorialOffer(false);
    navigate(staffPaths.desk, { replace: true });
  };
}
