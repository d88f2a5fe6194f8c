/** What the hash chain of the audit log is made of. */
import type { Selectable } from 'kysely';
import { MINUTE } from '../common/clock.ts';
import type { Tables } from '../db/schema.ts';
import { sha256 } from '../security/secrets.ts';

export type AuditRow = Selectable<Tables['audit']>;

/** Hash before the first link. */
export const GENESIS = '0'.repeat(64);

/**
 * How much older than its predecessors a link's entry may be, in milliseconds: entries are linked in the order in which
 * they were committed, and the clocks of several machines differ.
 */
export const DISORDER = 10 * MINUTE;

/** Returns the hash of a link: covers its number, the whole entry and all links before. */
export function linkHash(previous: string, number: number, row: AuditRow): string {
  const { id, at, action, actor_id, subject_id, object, object_id } = row;
  return sha256(JSON.stringify([previous, number, id, at, action, actor_id, subject_id, object, object_id]));
}
