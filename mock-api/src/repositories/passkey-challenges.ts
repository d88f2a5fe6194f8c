/** What devices are asked to sign: five minutes, once, and for the session or the page that asked. */
import { after, MINUTE, now } from '../clock.ts';
import type { Db } from '../db/schema.ts';
import { sha256 } from '../security/secrets.ts';

const LIFETIME = 5 * MINUTE;

/** Who is asked to sign, and what for. */
export interface Asked {
  key: string;
  /** Token hash; null where nobody is signed in. */
  session: string | null;
}

export const askedOfSession = (purpose: 'new' | 'second-factor', tokenHash: string): Asked => ({
  key: `${purpose}:${tokenHash}`,
  session: tokenHash,
});

/** @param ticket what only the page that asked has */
export const askedOfPage = (ticket: string): Asked => ({ key: `sign-in:${sha256(ticket)}`, session: null });

/** Keeps a challenge, in the place of an earlier one. */
export async function keepChallenge(db: Db, { key, session }: Asked, challenge: string): Promise<void> {
  const values = { challenge, session, expires_at: after(LIFETIME) };
  await db
    .insertInto('passkey_challenges')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}

/** Uses a challenge up; undefined when there is none, or none that still holds. Of two calls at the same moment one gets it. */
export async function takeChallenge(db: Db, { key }: Asked): Promise<string | undefined> {
  const row = await db.deleteFrom('passkey_challenges').where('key', '=', key).returningAll().executeTakeFirst();
  return row && row.expires_at > now() ? row.challenge : undefined;
}
