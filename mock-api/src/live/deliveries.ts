/** Which of stream, push and text message tells a person of a new event: the first that claims it, and no other. */
import { now } from '../clock.ts';
import type { Channel } from '../db/live-tables.ts';
import type { Db } from '../db/schema.ts';
import type { Change } from './changes.ts';

/** What people are told of while the app is closed, too: by one channel each. */
const NEWS: ReadonlySet<Change['kind']> = new Set([
  'event.created',
  'result.created',
  'next.updated',
  'request.updated',
]);

export const isNews = (kind: Change['kind']): boolean => NEWS.has(kind);

export interface Claim {
  changeId: number;
  person: string;
}

/** In one order, so that processes that claim the same at the same moment don't wait for each other for ever. */
const inOrder = (claims: readonly Claim[]) =>
  claims.toSorted((one, other) => one.changeId - other.changeId || (one.person < other.person ? -1 : 1));

/** Claims news for a channel. Returns those claims that nobody had before; of two at the same moment one gets them. */
export async function claimDeliveries(db: Db, channel: Channel, claims: readonly Claim[]): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const at = now();
  const rows = await db
    .insertInto('deliveries')
    .values(inOrder(claims).map(({ changeId, person }) => ({ change_id: changeId, person, channel, at })))
    .onConflict((conflict) => conflict.columns(['change_id', 'person']).doNothing())
    .returning(['change_id', 'person'])
    .execute();
  return rows.map(({ change_id, person }) => ({ changeId: Number(change_id), person }));
}

/** Another channel takes over what this one could not tell. */
export async function turnDelivery(db: Db, { changeId, person }: Claim, channel: Channel): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ channel, at: now() })
    .where('change_id', '=', changeId)
    .where('person', '=', person)
    .execute();
}

/** Gives a claim back: the channel could not tell the person, and another one may. */
export async function releaseDelivery(db: Db, channel: Channel, { changeId, person }: Claim): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('change_id', '=', changeId)
    .where('person', '=', person)
    .where('channel', '=', channel)
    .execute();
}

/** On which way a person was told of a change, if they were. */
export async function deliveredBy(db: Db, { changeId, person }: Claim): Promise<Channel | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select('channel')
    .where('change_id', '=', changeId)
    .where('person', '=', person)
    .executeTakeFirst();
  return row?.channel;
}
