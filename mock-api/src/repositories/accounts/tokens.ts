import { randomUUID } from 'node:crypto';
import { after, HOUR, MINUTE, now } from '../../common/clock.ts';
import type { Db, TokenKind } from '../../db/schema.ts';
import { sha256 } from '../../security/secrets.ts';

/** Lifetime of each kind, in milliseconds. */
const LIFETIME: Record<TokenKind, number> = {
  'validate-email': 24 * HOUR,
  'reset-password': 30 * MINUTE,
  login: 10 * MINUTE,
};

/** Creates a one-time token (a random UUID), of which only the hash is stored. */
export async function issueToken(db: Db, kind: TokenKind, userId: string): Promise<string> {
  const token = randomUUID();
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: sha256(token),
      kind,
      user_id: userId,
      created_at: now(),
      expires_at: after(LIFETIME[kind]),
      used_at: null,
    })
    .execute();
  return token;
}

/** Consumes a token and returns its user's id. Of two concurrent calls, one gets undefined. */
export async function consumeToken(db: Db, kind: TokenKind, token: string): Promise<string | undefined> {
  const row = await db
    .updateTable('one_time_tokens')
    .set({ used_at: now() })
    .where('token_hash', '=', sha256(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Invalidates a user's tokens of this kind, for example the older reset links after a reset. */
export async function revokeTokens(db: Db, kind: TokenKind, userId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('kind', '=', kind).where('user_id', '=', userId).execute();
}
