import type { AgreementDue, Me } from 'mock-api/contract';
import { ApiFailure, recheckSession, useStore } from 'shared-ui';
import { agreeTo } from '../api/agreements.ts';

const NOTHING: AgreementDue[] = [];

// What the phone kept of a user before there were versions has no list.
const dueOf = (me: Me | null): AgreementDue[] => (me?.scope === 'full' && me.toAgree) || NOTHING;

/** The documents whose present version the signed-in user has still to agree to; none for a visitor. */
export const useAgreementsDue = (): AgreementDue[] => useStore(({ session }) => dueOf(session.me));

/**
 * Agrees to documents as the signed-in user, and asks the server who that is now: the guards go by its answer. Where
 * versions have changed meanwhile, the newer ones are due then. Throws ApiFailure.
 */
export async function agree(due: AgreementDue[]): Promise<void> {
  try {
    await agreeTo(due);
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'rejected') await recheckSession();
    throw error;
  }
  await recheckSession();
}
