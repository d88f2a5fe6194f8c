/** Passkeys of each user, and the challenges for their devices to sign. */
import type { Selectable } from 'kysely';
import { after, MINUTE, now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import type { PasskeysTable } from '../../db/tables/identity-tables.ts';
import { sha256 } from '../../security/secrets.ts';
import type { PasskeyCredential, PasskeyState } from '../../security/webauthn.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

/** Returns a user's passkeys, in the order in which they were created. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Stores a new passkey. Returns undefined if its id exists already, for this user or another. */
export function insertPasskey(
  db: Db,
  { userId, device, transports }: { userId: string; device: string | null; transports: readonly string[] },
  { credentialId, publicKey, counter, synced }: PasskeyCredential,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values({
      credential_id: credentialId,
      user_id: userId,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
      synced: synced ? 1 : 0,
      device,
      created_at: now(),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Records the use of a passkey. */
export async function countPasskeyUse(db: Db, credentialId: string, { counter, synced }: PasskeyState): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, synced: synced ? 1 : 0, last_used_at: now() })
    .where('credential_id', '=', credentialId)
    .execute();
}

export async function deletePasskey(db: Db, credentialId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('credential_id', '=', credentialId).execute();
}

export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** How long a challenge is valid, once, for the session or page that requested it. */
const CHALLENGE_LIFETIME = 5 * MINUTE;

/** What a challenge is for, and for which session or page. */
export interface ChallengeRequest {
  key: string;
  /** Token hash; null if not signed in. */
  session: string | null;
}

export const challengeOfSession = (purpose: 'new' | 'second-factor', tokenHash: string): ChallengeRequest => ({
  key: `${purpose}:${tokenHash}`,
  session: tokenHash,
});

/** @param ticket known only to the page that requested the challenge */
export const challengeOfPage = (ticket: string): ChallengeRequest => ({
  key: `sign-in:${sha256(ticket)}`,
  session: null,
});

/** Stores a challenge, replacing an earlier one. */
export async function storeChallenge(db: Db, { key, session }: ChallengeRequest, challenge: string): Promise<void> {
  const values = { challenge, session, expires_at: after(CHALLENGE_LIFETIME) };
  await db
    .insertInto('passkey_challenges')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}

/**
 * Consumes a challenge. Returns undefined if it does not exist or has expired. Of two concurrent calls, one gets it.
 */
export async function consumeChallenge(db: Db, { key }: ChallengeRequest): Promise<string | undefined> {
  const row = await db.deleteFrom('passkey_challenges').where('key', '=', key).returningAll().executeTakeFirst();
  return row && row.expires_at > now() ? row.challenge : undefined;
}
