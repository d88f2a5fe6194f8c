/** Limit of sign-ups from one network address: generous, as a whole ward may share one, but not unlimited. */

import type { InterestSignUp } from '../../contract.ts';
import { storeInterest } from '../../repositories/accounts/sign-ups.ts';
import type { Services } from '../context.ts';
import { countFromAddress } from '../messages/count-within.ts';

/**
 * Counts one more, even if the sign-up fails afterwards.
 * @throws Problem TOO_MANY_SIGN_UPS
 */
export function countSignUp(
  { db, config: { limits } }: Services,
  what: 'registrations' | 'interest',
  address: string,
): Promise<void> {
  const counted = { what, address, most: limits.signUpsPerAddressHour };
  return db.transaction().execute((trx) => countFromAddress(trx, limits, counted, 'TOO_MANY_SIGN_UPS'));
}

/**
 * Stores an interest sign-up, once per email.
 * @throws Problem TOO_MANY_SIGN_UPS
 */
export async function signUp(services: Services, wanted: InterestSignUp, address: string): Promise<void> {
  await countSignUp(services, 'interest', address);
  await storeInterest(services.db, wanted);
}
