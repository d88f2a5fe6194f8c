/** Whether the sessions of streams may still read: checked before every message. */

import { refusal } from '../access/access.ts';
import type { ProblemCode } from '../common/problems.ts';
import type { Db } from '../db/schema.ts';
import { sessionsByHash } from '../repositories/accounts/sessions.ts';

const BATCH_SIZE = 500;

/** Returns why each of these sessions may no longer read; those that may are left out. */
export async function refusals(db: Db, tokenHashes: readonly string[]): Promise<Map<string, ProblemCode>> {
  const refused = new Map<string, ProblemCode>();
  for (let start = 0; start < tokenHashes.length; start += BATCH_SIZE) {
    const hashes = tokenHashes.slice(start, start + BATCH_SIZE);
    const sessions = await sessionsByHash(db, hashes);
    for (const hash of hashes) {
      const code = refusal('full', sessions.get(hash));
      if (code) refused.set(hash, code);
    }
  }
  return refused;
}
