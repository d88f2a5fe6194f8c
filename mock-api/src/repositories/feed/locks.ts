/**
 * Locks of the feed, each until its transaction ends, also by the death of its process. SQLite needs none: its
 * transactions here start with the write lock.
 */
import { sql } from 'kysely';
import type { Engine } from '../../db/open.ts';
import type { Trx } from '../../db/schema.ts';

/** First halves of PostgreSQL's advisory locks: any numbers, the same in every process. */
const LOCKS = { arrival: 4_021_048, order: 4_021_049, person: 4_021_050 } as const;

const lock = (trx: Trx, kind: keyof typeof LOCKS, name: string) =>
  sql`select pg_advisory_xact_lock(${sql.lit(LOCKS[kind])}, hashtext(${name}))`.execute(trx);

/** Waits until no other process stores a message of this sender. */
export async function lockArrival(trx: Trx, engine: Engine, sender: string): Promise<void> {
  if (engine === 'postgres') await lock(trx, 'arrival', sender);
}

/** Returns whether this process may now apply the sender's next message. */
export async function tryOrder(trx: Trx, engine: Engine, sender: string): Promise<boolean> {
  if (engine === 'sqlite') return true;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCKS.order)}, hashtext(${sender})) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

/**
 * Waits until no other process applies a message about one of these people. Otherwise a result could be put aside while
 * another sender's admission of the same person is being committed, and nobody would try it again.
 */
export async function lockPeople(trx: Trx, engine: Engine, people: readonly string[]): Promise<void> {
  if (engine === 'sqlite') return;
  for (const person of [...people].sort()) await lock(trx, 'person', person);
}
