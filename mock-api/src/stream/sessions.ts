/** Whether the sessions of streams may still read: checked before every message. */

import { refusal } from '../access/access.ts';
import type { ProblemCode } from '../common/problems.ts';
import type { Db } from '../db/schema.ts';
import { sessionsByHash } from '../repositories/accounts/sessions.ts';

const AT_ONCE = 500;

/** Returns why each of these sessions may no longer read; those that may are left out. */
export async function refusals(db: Db, tokenHashes: readonly string[]): Promise<Map<string, ProblemCode>> {
  const refused = new Map<string, ProblemCode>();
  for (let start = 0; start < tokenHashes.length; start += AT_ONCE) {
    const hashes = tokenHashes.slice(start, start + AT_ONCE);
    const sessions = await sessionsByHash(db, hashes);
    for (const hash of hashes) {
      const code = refusal('full', sessions.get(hash));
      if (code) refused.set(hash, code);
    }
  }
  return refused;
}
