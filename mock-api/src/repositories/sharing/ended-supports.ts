/** Support that has ended: whose timelines still say so, and numbers of profiles that are not used again. */
import type { Selectable } from 'kysely';
import type { Db, SupporterRow } from '../../db/schema.ts';
import type { EndedSupportsTable } from '../../db/tables/desk-tables.ts';

/** Records that an account no longer supports a patient. */
export async function insertEnded(
  db: Db,
  { id, user_id: patient }: SupporterRow,
  userId: string,
  profileId: number | undefined,
): Promise<void> {
  await db
    .insertInto('ended_supports')
    .values({ supporter_id: id, patient_id: patient, user_id: userId, profile_id: profileId ?? null })
    .execute();
}

/** Returns what has ended with a user on either side. */
export function listEnded(db: Db, userId: string): Promise<Selectable<EndedSupportsTable>[]> {
  return db
    .selectFrom('ended_supports')
    .selectAll()
    .where(({ or, eb }) => or([eb('patient_id', '=', userId), eb('user_id', '=', userId)]))
    .execute();
}
