/** How far records are read and sent, for operators. */
import { now } from '../../common/clock.ts';
import { RECORD_LINK_STATES, type RecordLinkState } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { SERVER } from './links.ts';

const links = (db: Db) => db.selectFrom('fhir_links').where('source', '=', SERVER);

/** Returns the number of links in each state. */
export async function countLinks(db: Db): Promise<Record<RecordLinkState, number>> {
  const rows = await links(db)
    .select(['state', ({ fn }) => fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  const counts = RECORD_LINK_STATES.map((state) => [
    state,
    Number(rows.find((row) => row.state === state)?.count ?? 0),
  ]);
  return Object.fromEntries(counts) as Record<RecordLinkState, number>;
}

/** Returns when any record was last read without a failure; '' or undefined: never. */
export async function lastReading(db: Db): Promise<string | undefined> {
  const row = await links(db)
    .select(({ fn }) => fn.max('checked_at').as('last'))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** Returns since when the link is due that has waited for longest; undefined if none is due. */
export async function oldestDueLink(db: Db): Promise<string | undefined> {
  const row = await links(db)
    .select(({ fn }) => fn.min('next_at').as('oldest'))
    .where('state', '<>', 'ended')
    .where('next_at', '<=', now())
    .executeTakeFirst();
  return row?.oldest ?? undefined;
}

/** Returns what waits to be sent to the FHIR server, and since when. */
export async function hospitalOutboxState(db: Db): Promise<{ count: number; oldest: string | undefined }> {
  const row = await db
    .selectFrom('hospital_outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? undefined };
}
