/** Challenges for devices to sign: valid for five minutes, once, and for the session or page that requested them. */
import { after, MINUTE, now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import { sha256 } from '../../security/secrets.ts';

const LIFETIME = 5 * MINUTE;

/** What a challenge is for, and for which session or page. */
export interface ChallengeRequest {
  key: string;
  /** Token hash; null if not signed in. */
  session: string | null;
}

export const askedOfSession = (purpose: 'new' | 'second-factor', tokenHash: string): ChallengeRequest => ({
  key: `${purpose}:${tokenHash}`,
  session: tokenHash,
});

/** @param ticket known only to the page that requested the challenge */
export const askedOfPage = (ticket: string): ChallengeRequest => ({ key: `sign-in:${sha256(ticket)}`, session: null });

/** Stores a challenge, replacing an earlier one. */
export async function keepChallenge(db: Db, { key, session }: ChallengeRequest, challenge: string): Promise<void> {
  const values = { challenge, session, expires_at: after(LIFETIME) };
  await db
    .insertInto('passkey_challenges')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}

/**
 * Consumes a challenge. Returns undefined if it does not exist or has expired. Of two concurrent calls, one gets it.
 */
export async function takeChallenge(db: Db, { key }: ChallengeRequest): Promise<string | undefined> {
  const row = await db.deleteFrom('passkey_challenges').where('key', '=', key).returningAll().executeTakeFirst();
  return row && row.expires_at > now() ? row.challenge : undefined;
}
