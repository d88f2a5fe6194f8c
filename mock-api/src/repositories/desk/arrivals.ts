/** Patients who have arrived and have no wristband yet. */
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { type WardLimit, wardList } from '../accounts/staff-roles.ts';
import type { UserRow } from '../accounts/users.ts';
import type { PageOf } from './page.ts';
import { patients } from './patients.ts';

export interface Arrival {
  user: UserRow;
  admittedAt: string | null;
}

/** Returns one page of those in these wards, those who have waited longest first. */
export async function listArrivals(db: Db, wards: WardLimit, { after, limit }: PageOf): Promise<Arrival[]> {
  const begun = db
    .selectFrom('stays')
    .select(['user_id', sql<string>`coalesce(max(admitted_at), '')`.as('at')])
    .where('state', '=', 'admitted')
    .groupBy('user_id');
  const last = after === undefined ? undefined : await begun.where('user_id', '=', after).executeTakeFirst();
  if (after !== undefined && !last) return [];
  const rows = await patients(db)
    .innerJoin(begun.as('begun'), 'begun.user_id', 'users.id')
    .select('begun.at')
    .where('wristband_code', 'is', null)
    .$if(wards !== null, (query) => query.where('ward', 'in', wardList(wards ?? [])))
    .$if(last !== undefined, (query) =>
      query.where((row) =>
        row(row.refTuple('begun.at', 'users.id'), '>', row.tuple(last?.at ?? '', last?.user_id ?? '')),
      ),
    )
    .orderBy('begun.at')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map(({ at, ...user }) => ({ user, admittedAt: at || null }));
}

/**
 * Returns the patients of a source as it describes them: the stored documents, by user.
 * @param source such as the feed
 */
export async function patientDocuments(
  db: Db,
  source: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('fhir_links')
    .innerJoin('fhir_resources', (join) =>
      join
        .onRef('fhir_resources.user_id', '=', 'fhir_links.user_id')
        .onRef('fhir_resources.source', '=', 'fhir_links.source')
        .onRef('fhir_resources.key', '=', 'fhir_links.patient_id'),
    )
    .select(['fhir_links.user_id', 'fhir_resources.document'])
    .where('fhir_links.source', '=', source)
    .where('fhir_links.user_id', 'in', userIds)
    .execute();
  return new Map(rows.map(({ user_id, document }) => [user_id, document]));
}
