/** Passkeys: a user's own, and signing in with one, alone or as the second factor of staff. */

import { MINUTE, now } from '../../common/clock.ts';
import type { Locale } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type {
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignInRequest,
  SessionAnswer,
} from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import {
  type ChallengeRequest,
  challengeOfPage,
  challengeOfSession,
  consumeChallenge,
  countPasskeyUse,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  storeChallenge,
} from '../../repositories/accounts/passkeys.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { findUser, lockUser, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit, failedSignIn } from '../../repositories/audit.ts';
import { newChallenge, stableId } from '../../security/secrets.ts';
import { ALGORITHMS, relyingParty, verifyAssertion, verifyNewPasskey } from '../../security/webauthn.ts';
import type { Services } from '../context.ts';
import { requireFresh } from '../own-data/confirmation.ts';
import { openFully, requireNoFactor } from './enrolment.ts';
import { countAddressFailure, refuseAddressWhileBlocked } from './login-throttle.ts';
import { deviceInWords } from './me.ts';
import { type Caller, localeUpdate, openFor } from './sign-in.ts';

/** How long a browser waits for its user, in milliseconds: as long as a challenge is valid. */
const USER_TIMEOUT = 5 * MINUTE;

/** Returns what a device stores with a passkey to identify its user: nothing that says who that is. */
const userHandle = (userId: string) => Buffer.from(userId).toString('base64url');

const knownCredentials = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map((row) => ({
    type: 'public-key' as const,
    id: row.credential_id,
    transports: JSON.parse(row.transports) as string[],
  }));

const MAX_PASSKEYS = 10;

/** Returns the public id of a passkey: not the one by which its device knows it. */
const idOf = (credentialId: string) => stableId('passkey', credentialId);

function toPasskey(row: PasskeyRow, locale: Locale): Passkey {
  return {
    id: idOf(row.credential_id),
    device: deviceInWords(row.device, locale),
    synced: row.synced === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

export async function readPasskeys(db: Db, userId: string, locale: Locale): Promise<Passkey[]> {
  return (await listPasskeys(db, userId)).map((row) => toPasskey(row, locale));
}

function ownerOf(user: UserRow) {
  const name = `${user.first_name} ${user.last_name}`.trim();
  return { id: userHandle(user.id), name: user.email.startsWith('none:') ? name : user.email, displayName: name };
}

/** @throws ProblemError CONFIRMATION_REQUIRED or TOO_MANY_PASSKEYS */
export async function startPasskey({ db, config }: Services, session: Session): Promise<PasskeyCreation> {
  requireFresh(session);
  const { user, tokenHash } = session;
  const known = await listPasskeys(db, user.id);
  if (known.length >= MAX_PASSKEYS) throw new ProblemError('TOO_MANY_PASSKEYS', { params: { most: MAX_PASSKEYS } });
  const challenge = newChallenge();
  await storeChallenge(db, challengeOfSession('new', tokenHash), challenge);
  const { id, name } = relyingParty(config);
  return {
    publicKey: {
      rp: { id, name },
      user: ownerOf(user),
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: USER_TIMEOUT,
      attestation: 'none',
      excludeCredentials: knownCredentials(known),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  };
}

/**
 * Stores the passkey that the user's browser has created, notifies them by email, and opens a session that was waiting
 * for that.
 * @throws ProblemError PASSKEY_TOO_LATE, PASSKEY_REFUSED, TOO_MANY_PASSKEYS or SECOND_FACTOR_STRONG
 */
export async function addPasskey(
  { db, config, notifier }: Services,
  session: Session,
  made: NewPasskey,
  { device, locale }: { device: string | null; locale: Locale },
): Promise<Passkey> {
  const { user, tokenHash } = session;
  const challenge = await consumeChallenge(db, challengeOfSession('new', tokenHash));
  if (challenge === undefined) throw new ProblemError('PASSKEY_TOO_LATE');
  const checked = await verifyNewPasskey(relyingParty(config), challenge, made);
  if (!checked) throw new ProblemError('PASSKEY_REFUSED');
  const { transports = [] } = made.credential.response;
  const row = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    await requireNoFactor(trx, session);
    if ((await listPasskeys(trx, user.id)).length >= MAX_PASSKEYS)
      throw new ProblemError('TOO_MANY_PASSKEYS', { params: { most: MAX_PASSKEYS } });
    const inserted = await insertPasskey(trx, { userId: user.id, device, transports }, checked);
    if (!inserted) throw new ProblemError('PASSKEY_REFUSED');
    const objectId = idOf(inserted.credential_id);
    await audit(trx, { action: 'PASSKEY_ADDED', actor: user.id, subject: user.id, object: 'passkey', objectId });
    await notifier.mail(trx, user, 'passkeyAdded', '/app/settings');
    await openFully(trx, session, 'passkey');
    return inserted;
  });
  notifier.kick();
  return toPasskey(row, locale);
}

/** @throws ProblemError CONFIRMATION_REQUIRED or NOT_FOUND */
export async function removePasskey({ db }: Services, session: Session, id: string): Promise<void> {
  requireFresh(session);
  const { user } = session;
  await db.transaction().execute(async (trx) => {
    const found = (await listPasskeys(trx, user.id)).find((row) => idOf(row.credential_id) === id);
    if (!found) throw new ProblemError('NOT_FOUND');
    await deletePasskey(trx, found.credential_id);
    await audit(trx, { action: 'PASSKEY_REMOVED', actor: user.id, subject: user.id, object: 'passkey', objectId: id });
  });
}

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
 * Passkeys can't be guessed. With STRICT_IDENTITY a network's wait doesn't apply to them, so that no one can keep
 * others from signing in.
 * @throws ProblemError LOGIN_BLOCKED
 */
async function refuseWhileNetworkWaits(services: Services, address: string): Promise<void> {
  if (!services.config.strictIdentity) await refuseAddressWhileBlocked(services, address);
}

/**
 * Returns what a browser needs to sign in. Whose passkey it will be is not known yet.
 * @throws ProblemError LOGIN_BLOCKED
 */
export async function requestSignIn(services: Services, address: string): Promise<PasskeySignInRequest> {
  await refuseWhileNetworkWaits(services, address);
  const ticket = newChallenge();
  return { ticket, ...(await requestSignature(services, challengeOfPage(ticket))) };
}

/**
 * Opens a full session with a passkey, for staff, too: the device is one factor, what it asks of its user (a finger, a
 * face or a code) the other. An invalid use counts against the network address.
 * @throws ProblemError PASSKEY_TOO_LATE, PASSKEY_REFUSED, SSO_REQUIRED or LOGIN_BLOCKED
 */
export async function signInWithPasskey(
  services: Services,
  { ticket, credential }: { ticket: string; credential: PasskeyAssertion },
  { locale, address, device }: Caller,
): Promise<SessionAnswer> {
  const { db } = services;
  await refuseWhileNetworkWaits(services, address);
  const challenge = await consumeChallenge(db, challengeOfPage(ticket));
  if (challenge === undefined) throw new ProblemError('PASSKEY_TOO_LATE');
  const answer = await db.transaction().execute(async (trx) => {
    const user = await userOf(services, trx, { challenge, credential });
    if (!user) return undefined;
    const changed = await updateUser(trx, user.id, { last_login_at: now(), ...localeUpdate(locale) });
    return openFor(services, trx, changed, { scope: 'full', device, how: 'passkey' });
  });
  if (answer) return answer;
  if (!(await findPasskey(db, credential.id))) await audit(db, failedSignIn('passkey', null));
  const early = await countAddressFailure(services, address);
  throw (services.config.strictIdentity ? undefined : early) ?? new ProblemError('PASSKEY_REFUSED');
}

/** @throws ProblemError NO_PASSKEY */
export async function requestSecondFactor(services: Services, { user, tokenHash }: Session): Promise<PasskeyRequest> {
  const passkeys = await listPasskeys(services.db, user.id);
  if (passkeys.length === 0) throw new ProblemError('NO_PASSKEY');
  return requestSignature(services, challengeOfSession('second-factor', tokenHash), passkeys);
}

/**
 * Widens a session of staff with a passkey of the same user.
 * @throws ProblemError PASSKEY_TOO_LATE or PASSKEY_REFUSED
 */
export async function passSecondFactor(
  services: Services,
  session: Session,
  credential: PasskeyAssertion,
): Promise<UserRow> {
  const { db } = services;
  const { user, tokenHash } = session;
  const challenge = await consumeChallenge(db, challengeOfSession('second-factor', tokenHash));
  if (challenge === undefined) throw new ProblemError('PASSKEY_TOO_LATE');
  const known = await db.transaction().execute(async (trx) => {
    const owner = await userOf(services, trx, { challenge, credential }, user.id);
    if (!owner) return undefined;
    await openFully(trx, session, 'passkey');
    return owner;
  });
  if (!known) throw new ProblemError('PASSKEY_REFUSED');
  return known;
}
