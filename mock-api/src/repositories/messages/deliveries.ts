/**
 * Decides which of stream, push and text message notifies a person of a new event: the first to claim it, and no
 * other.
 */

import { after, HOUR, now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import type { Channel } from '../../db/tables/delivery-tables.ts';

export interface Claim {
  changeId: number;
  person: string;
}

/** Sorts claims, so that processes claiming the same ones at the same time cannot deadlock. */
const sortClaims = (claims: readonly Claim[]) =>
  claims.toSorted((one, other) => one.changeId - other.changeId || (one.person < other.person ? -1 : 1));

/**
 * Claims notifications for a channel. Returns the claims that were still free; of two concurrent callers, one gets
 * them.
 */
export async function claimDeliveries(db: Db, channel: Channel, claims: readonly Claim[]): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const at = now();
  const rows = await db
    .insertInto('deliveries')
    .values(sortClaims(claims).map(({ changeId, person }) => ({ change_id: changeId, person, channel, at })))
    .onConflict((conflict) => conflict.columns(['change_id', 'person']).doNothing())
    .returning(['change_id', 'person'])
    .execute();
  return rows.map(({ change_id, person }) => ({ changeId: Number(change_id), person }));
}

export async function reassignDelivery(db: Db, { changeId, person }: Claim, channel: Channel): Promise<void> {
  const delivery = db.updateTable('deliveries').where('change_id', '=', changeId).where('person', '=', person);
  await delivery.set({ channel, at: now() }).execute();
}

/** Releases a claim: the channel could not notify the person, and another one may. */
export async function releaseDelivery(db: Db, channel: Channel, { changeId, person }: Claim): Promise<void> {
  const delivery = db.deleteFrom('deliveries').where('change_id', '=', changeId).where('person', '=', person);
  await delivery.where('channel', '=', channel).execute();
}

/** Returns the channel through which a person was notified of a change, if any. */
export async function deliveredBy(db: Db, { changeId, person }: Claim): Promise<Channel | undefined> {
  const delivery = db.selectFrom('deliveries').where('change_id', '=', changeId).where('person', '=', person);
  return (await delivery.select('channel').executeTakeFirst())?.channel;
}

/** Returns how many notifications each channel delivered within the last hour. */
export async function countDelivered(db: Db): Promise<ReadonlyMap<Channel, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['channel', fn.countAll().as('count')])
    .where('at', '>', after(-HOUR))
    .groupBy('channel')
    .execute();
  return new Map(rows.map(({ channel, count }) => [channel, Number(count)]));
}
