import type { AgreementDue } from 'mock-api/contract';
import { ApiFailure, recheckSession, type Store, signedInUser, useStore } from 'shared-ui';
import { agreeTo } from '../api/agreements.ts';

const NOTHING: AgreementDue[] = [];

// Users stored on the phone before agreements had versions have no list.
const dueOf = (state: Store): AgreementDue[] => signedInUser(state)?.toAgree ?? NOTHING;

/** Returns the documents whose current version the signed-in user still has to agree to; none for a visitor. */
export const useAgreementsDue = (): AgreementDue[] => useStore(dueOf);

/**
 * Agrees to documents as the signed-in user and refetches the user, on whom the guards rely. If versions changed in the
 * meantime, the newer ones become due. Throws ApiFailure.
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
