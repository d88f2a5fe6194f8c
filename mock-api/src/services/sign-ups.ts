/** How many people may sign up from one network address: generous, since a whole ward may share one, and not without end. */
import type { Services } from '../app-types.ts';
import type { InterestSignUp } from '../contract.ts';
import { storeInterest } from '../repositories/sign-ups.ts';
import { countFromAddress } from './count-within.ts';

/**
 * Counts one more, also where nothing comes of it.
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

/** Keeps that a person wants to hear of the product, once per e-mail. @throws Problem TOO_MANY_SIGN_UPS */
export async function signUp(services: Services, wanted: InterestSignUp, address: string): Promise<void> {
  await countSignUp(services, 'interest', address);
  await storeInterest(services.db, wanted);
}
