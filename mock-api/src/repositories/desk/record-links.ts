/** What the desk sees of links to the hospital's FHIR server: lists of them, and what of a record is stored and shown. */
import { type Selectable, sql } from 'kysely';
import type { KeptBody } from '../../common/record-documents.ts';
import type { DeskRecordLink } from '../../contract.ts';
import type { Db, UsersTable } from '../../db/schema.ts';
import type { FhirLinksTable } from '../../db/tables/record-tables.ts';
import type { PageOf } from './page.ts';

export type LinkedUser = Pick<Selectable<UsersTable>, 'id' | 'first_name' | 'last_name' | 'date_of_birth'> &
  Pick<
    Selectable<FhirLinksTable>,
    'state' | 'reason' | 'linked_at' | 'checked_at' | 'tried_at' | 'failure' | 'patient_id'
  >;

interface LinksWanted extends PageOf {
  source: string;
  state: 'linked' | 'held' | 'late' | undefined;
  /** Time before which a linked record must not have been read last. */
  lateBefore: string;
}

const heldFirst = sql<number>`case when fhir_links.state = 'held' then 0 else 1 end`;

const withUsers = (db: Db, source: string) =>
  db
    .selectFrom('fhir_links')
    .innerJoin('users', 'users.id', 'fhir_links.user_id')
    .where('fhir_links.source', '=', source)
    .where('users.deleted_at', 'is', null);

/** Returns one page of the linked and held patients, held ones first, then by last name. */
export async function listRecordLinks(db: Db, wanted: LinksWanted): Promise<LinkedUser[]> {
  const { source, state, after, limit, lateBefore } = wanted;
  const last =
    after === undefined
      ? undefined
      : await withUsers(db, source)
          .select(['users.search_text', 'users.id', heldFirst.as('rank')])
          .where('users.id', '=', after)
          .executeTakeFirst();
  if (after !== undefined && !last) return [];
  return withUsers(db, source)
    .select(['users.id', 'first_name', 'last_name', 'date_of_birth'])
    .select(['state', 'reason', 'linked_at', 'checked_at', 'tried_at', 'failure', 'patient_id'])
    .where('state', 'in', state === undefined ? ['linked', 'held'] : [state === 'held' ? 'held' : 'linked'])
    .$if(state === 'late', (query) => query.where('checked_at', '<', lateBefore).where('linked_at', '<', lateBefore))
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(${heldFirst}, users.search_text, users.id) > (
        cast(${last?.rank ?? 0} as integer), ${last?.search_text ?? ''}, ${last?.id ?? ''})`),
    )
    .orderBy(heldFirst)
    .orderBy('users.search_text')
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

type Counted = Pick<DeskRecordLink, 'stored' | 'shown'> & { kept: DeskRecordLink['heldBack']; withheld: number };

const byType = (one: { type: string | null }, other: { type: string | null }) =>
  (one.type ?? '') < (other.type ?? '') ? -1 : 1;

function counted(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** Counts what is stored of a user's record from a source, what of it people read, and what is kept unseen. */
export async function countRecord(db: Db, userId: string, source: string): Promise<Counted> {
  const of = <Table extends 'fhir_resources' | 'results' | 'care_plans' | 'events' | 'record_items'>(table: Table) =>
    sql<{ count: number | string }>`select count(*) as count from ${sql.table(table)}
      where user_id = ${userId} and source = ${source}`;
  const count = async (query: ReturnType<typeof of>) => Number((await query.execute(db)).rows[0]?.count ?? 0);
  const keys = await db
    .selectFrom('fhir_resources')
    .select('key')
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .execute();
  const kept = await db
    .selectFrom('record_items')
    .select('document')
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where('kind', '=', 'kept')
    .execute();
  let withheld = 0;
  for (const table of ['results', 'care_plans', 'events', 'record_items'] as const)
    withheld += await count(sql`${of(table)} and withheld = 1`);
  const items = await count(of('record_items'));
  const stored = counted(keys.map(({ key }) => key.split('/')[0] ?? '')).map(({ name: type, count: many }) => ({
    type,
    count: many,
  }));
  return {
    stored: stored.sort(byType),
    shown: {
      results: await count(of('results')),
      carePlans: await count(of('care_plans')),
      events: await count(of('events')),
      items: items - kept.length,
    },
    kept: counted(kept.map(({ document }) => document))
      .map(({ name, count: many }) => {
        const { type, why } = JSON.parse(name) as KeptBody;
        return { why, type, count: many };
      })
      .sort(byType),
    withheld,
  };
}
