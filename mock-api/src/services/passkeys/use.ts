/** Sign-in with a passkey: alone, or as the second factor of staff. */
import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import { Problem } from '../../common/problems.ts';
import type { PasskeyAssertion, PasskeyRequest, PasskeySignInRequest, SessionAnswer } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { deleteSecondFactor } from '../../repositories/accounts/one-time-codes.ts';
import {
  type ChallengeRequest,
  challengeOfPage,
  challengeOfSession,
  consumeChallenge,
  countPasskeyUse,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
  storeChallenge,
} from '../../repositories/accounts/passkeys.ts';
import { type Session, upgradeSession } from '../../repositories/accounts/sessions.ts';
import { findUser, lockUser, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit, failedSignIn } from '../../repositories/audit.ts';
import { newChallenge } from '../../security/secrets.ts';
import { relyingParty, verifyAssertion } from '../../security/webauthn.ts';
import { countAddressFailure, refuseAddressWhileBlocked } from '../accounts/login-throttle.ts';
import { type Caller, localeUpdate, openFor } from '../accounts/sign-in.ts';
import type { Services } from '../context.ts';
import { knownCredentials, USER_TIMEOUT, userHandle } from './own.ts';

interface Used {
  challenge: string;
  credential: PasskeyAssertion;
}

/** Returns whether the stored passkey is the one that was used, by the user whom the device names. Counts the use. */
async function isRight({ config }: Services, trx: Trx, row: PasskeyRow, { challenge, credential }: Used) {
  const { userHandle: named } = credential.response;
  if (named && named !== userHandle(row.user_id)) return false;
  const known = {
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    synced: row.synced === 1,
  };
  const state = await verifyAssertion(relyingParty(config), challenge, credential, known);
  if (state) await countPasskeyUse(trx, row.credential_id, state);
  return state !== undefined;
}

/**
 * Returns the user whose passkey was used, and counts the use. Returns undefined if the passkey is unknown or invalid;
 * an invalid use is recorded in the user's log.
 * @param userId the user it must belong to
 */
async function userOf(services: Services, trx: Trx, used: Used, userId?: string): Promise<UserRow | undefined> {
  const found = await findPasskey(trx, used.credential.id);
  if (!found || (userId !== undefined && found.user_id !== userId)) return undefined;
  const user = await findUser(trx, found.user_id);
  if (!user) return undefined;
  // Concurrent uses are counted one after the other.
  await lockUser(trx, user.id);
  const row = await findPasskey(trx, used.credential.id);
  if (row && (await isRight(services, trx, row, used))) return user;
  await audit(trx, { action: 'PASSKEY_REFUSED', actor: null, subject: user.id, object: 'passkey' });
  return undefined;
}

/**
 * Requests a signature.
 * @param passkeys those that are accepted; none: the user chooses among all that the device has for this site
 */
async function requestSignature(
  { db, config }: Services,
  asked: ChallengeRequest,
  passkeys: readonly PasskeyRow[] = [],
): Promise<PasskeyRequest> {
  const challenge = newChallenge();
  await storeChallenge(db, asked, challenge);
  return {
    publicKey: {
      challenge,
      timeout: USER_TIMEOUT,
      rpId: relyingParty(config).id,
      allowCredentials: knownCredentials(passkeys),
      userVerification: 'required',
    },
  };
}

/**
 * Passkeys can't be guessed. With STRICT_IDENTITY a network's wait doesn't apply to them, so that no one can keep others
 * from signing in.
 * @throws Problem LOGIN_BLOCKED
 */
async function refuseWhileNetworkWaits(services: Services, address: string): Promise<void> {
  if (!services.config.strictIdentity) await refuseAddressWhileBlocked(services, address);
}

/**
 * Returns what a browser needs to sign in. Whose passkey it will be is not known yet.
 * @throws Problem LOGIN_BLOCKED
 */
export async function requestSignIn(services: Services, address: string): Promise<PasskeySignInRequest> {
  await refuseWhileNetworkWaits(services, address);
  const ticket = randomUUID();
  return { ticket, ...(await requestSignature(services, challengeOfPage(ticket))) };
}

/**
 * Opens a full session with a passkey, for staff, too: the device is one factor, what it asks of its user (a finger, a
 * face or a code) the other. An invalid use counts against the network address.
 * @throws Problem PASSKEY_TOO_LATE, PASSKEY_REFUSED, SSO_REQUIRED or LOGIN_BLOCKED
 */
export async function signInWithPasskey(
  services: Services,
  { ticket, credential }: { ticket: string; credential: PasskeyAssertion },
  { locale, address, device }: Caller,
): Promise<SessionAnswer> {
  const { db } = services;
  await refuseWhileNetworkWaits(services, address);
  const challenge = await consumeChallenge(db, challengeOfPage(ticket));
  if (challenge === undefined) throw new Problem('PASSKEY_TOO_LATE');
  const answer = await db.transaction().execute(async (trx) => {
    const user = await userOf(services, trx, { challenge, credential });
    if (!user) return undefined;
    const changed = await updateUser(trx, user.id, { last_login_at: now(), ...localeUpdate(locale) });
    return openFor(services, trx, changed, { scope: 'full', device, how: 'passkey' });
  });
  if (answer) return answer;
  if (!(await findPasskey(db, credential.id))) await audit(db, failedSignIn('passkey', null));
  const early = await countAddressFailure(services, address);
  throw (services.config.strictIdentity ? undefined : early) ?? new Problem('PASSKEY_REFUSED');
}

/**
 * Returns what a browser needs to widen this session of staff.
 * @throws Problem NO_PASSKEY
 */
export async function requestSecondFactor(services: Services, { user, tokenHash }: Session): Promise<PasskeyRequest> {
  const passkeys = await listPasskeys(services.db, user.id);
  if (passkeys.length === 0) throw new Problem('NO_PASSKEY');
  return requestSignature(services, challengeOfSession('second-factor', tokenHash), passkeys);
}

/**
 * Widens a session of staff with a passkey of the same user.
 * @throws Problem PASSKEY_TOO_LATE or PASSKEY_REFUSED
 */
export async function passSecondFactor(
  services: Services,
  { user, tokenHash }: Session,
  credential: PasskeyAssertion,
): Promise<UserRow> {
  const { db } = services;
  const challenge = await consumeChallenge(db, challengeOfSession('second-factor', tokenHash));
  if (challenge === undefined) throw new Problem('PASSKEY_TOO_LATE');
  const known = await db.transaction().execute(async (trx) => {
    const owner = await userOf(services, trx, { challenge, credential }, user.id);
    if (!owner) return undefined;
    await deleteSecondFactor(trx, tokenHash);
    await upgradeSession(trx, tokenHash);
    await audit(trx, { action: 'SIGNED_IN', actor: user.id, subject: user.id, object: 'full', objectId: 'passkey' });
    return owner;
  });
  if (!known) throw new Problem('PASSKEY_REFUSED');
  return known;
}
