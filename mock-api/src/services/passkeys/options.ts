/** Options that browsers need to create or use passkeys. */

import { MINUTE } from '../../common/clock.ts';
import type { PasskeyRequest } from '../../contract.ts';
import { type ChallengeRequest, keepChallenge, type PasskeyRow } from '../../repositories/accounts/passkeys.ts';
import { newChallenge } from '../../security/secrets.ts';
import { relyingParty } from '../../security/webauthn.ts';
import type { Services } from '../context.ts';

/** How long a browser waits for its user, in milliseconds: as long as a challenge is valid. */
export const WAIT = 5 * MINUTE;

/** Returns what a device stores with a passkey to identify its user: nothing that says who that is. */
export const userHandle = (userId: string) => Buffer.from(userId).toString('base64url');

export const knownCredentials = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map((row) => ({
    type: 'public-key' as const,
    id: row.credential_id,
    transports: JSON.parse(row.transports) as string[],
  }));

/**
 * Requests a signature.
 * @param passkeys those that are accepted; none: the user chooses among all that the device has for this site
 */
export async function askForUse(
  { db, config }: Services,
  asked: ChallengeRequest,
  passkeys: readonly PasskeyRow[] = [],
): Promise<PasskeyRequest> {
  const challenge = newChallenge();
  await keepChallenge(db, asked, challenge);
  return {
    publicKey: {
      challenge,
      timeout: WAIT,
      rpId: relyingParty(config).id,
      allowCredentials: knownCredentials(passkeys),
      userVerification: 'required',
    },
  };
}
