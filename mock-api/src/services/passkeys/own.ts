/** A user's own passkeys: creating, listing and removing them. */

import { MINUTE } from '../../common/clock.ts';
import type { Locale } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { NewPasskey, Passkey, PasskeyCreation } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import {
  challengeOfSession,
  consumeChallenge,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  storeChallenge,
} from '../../repositories/accounts/passkeys.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { lockUser, type UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { newChallenge, stableId } from '../../security/secrets.ts';
import { ALGORITHMS, relyingParty, verifyNewPasskey } from '../../security/webauthn.ts';
import { deviceInWords } from '../accounts/own-sessions.ts';
import type { Services } from '../context.ts';

/** How long a browser waits for its user, in milliseconds: as long as a challenge is valid. */
export const USER_TIMEOUT = 5 * MINUTE;

/** Returns what a device stores with a passkey to identify its user: nothing that says who that is. */
export const userHandle = (userId: string) => Buffer.from(userId).toString('base64url');

export const knownCredentials = (passkeys: readonly PasskeyRow[]) =>
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

/**
 * Returns what the user's browser needs to create a passkey.
 * @throws Problem TOO_MANY_PASSKEYS
 */
export async function startPasskey({ db, config }: Services, { user, tokenHash }: Session): Promise<PasskeyCreation> {
  const known = await listPasskeys(db, user.id);
  if (known.length >= MAX_PASSKEYS) throw new Problem('TOO_MANY_PASSKEYS', { params: { most: MAX_PASSKEYS } });
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
 * Stores the passkey that the user's browser has created, and notifies them by email.
 * @throws Problem PASSKEY_TOO_LATE, PASSKEY_REFUSED or TOO_MANY_PASSKEYS
 */
export async function addPasskey(
  { db, config, notifier }: Services,
  { user, tokenHash }: Session,
  made: NewPasskey,
  { device, locale }: { device: string | null; locale: Locale },
): Promise<Passkey> {
  const challenge = await consumeChallenge(db, challengeOfSession('new', tokenHash));
  if (challenge === undefined) throw new Problem('PASSKEY_TOO_LATE');
  const checked = await verifyNewPasskey(relyingParty(config), challenge, made);
  if (!checked) throw new Problem('PASSKEY_REFUSED');
  const { transports = [] } = made.credential.response;
  const row = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    if ((await listPasskeys(trx, user.id)).length >= MAX_PASSKEYS)
      throw new Problem('TOO_MANY_PASSKEYS', { params: { most: MAX_PASSKEYS } });
    const inserted = await insertPasskey(trx, { userId: user.id, device, transports }, checked);
    if (!inserted) throw new Problem('PASSKEY_REFUSED');
    const objectId = idOf(inserted.credential_id);
    await audit(trx, { action: 'PASSKEY_ADDED', actor: user.id, subject: user.id, object: 'passkey', objectId });
    await notifier.mail(trx, user, 'passkeyAdded', '/app/settings');
    return inserted;
  });
  notifier.kick();
  return toPasskey(row, locale);
}

/**
 * Removes one of the user's own passkeys.
 * @throws Problem NOT_FOUND
 */
export async function removePasskey({ db }: Services, { user }: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = (await listPasskeys(trx, user.id)).find((row) => idOf(row.credential_id) === id);
    if (!found) throw new Problem('NOT_FOUND');
    await deletePasskey(trx, found.credential_id);
    await audit(trx, { action: 'PASSKEY_REMOVED', actor: user.id, subject: user.id, object: 'passkey', objectId: id });
  });
}
