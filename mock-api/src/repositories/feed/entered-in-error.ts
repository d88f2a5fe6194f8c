/** Patients whom the hospital's feed has entered in error. */
import { sql } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Trx } from '../../db/schema.ts';
import { updateUser } from '../accounts/users.ts';

/** Tables with what a patient has, beside what identifies them. */
const DATA = [
  'events',
  'results',
  'care_plans',
  'record_items',
  'requests',
  'rounds_questions',
  'medication_checks',
  'day_plans',
  'supporters',
  'passkeys',
  'merges',
] as const;

/** Returns whether anything is stored about a patient but names, numbers and cancelled stays. */
export async function isInUse(trx: Trx, userId: string): Promise<boolean> {
  const some = DATA.map((table) => sql`exists (select 1 from ${sql.table(table)} where user_id = ${userId})`);
  const { rows } = await sql`select 1 where ${sql.join(some, sql` or `)}
    or exists (select 1 from stays where user_id = ${userId} and state <> 'cancelled')
    or exists (select 1 from supporters where supporter_user_id = ${userId})`.execute(trx);
  return rows.length > 0;
}

/** Takes a patient off all lists, and their number from them; retention erases the rest. */
export async function retirePatient(trx: Trx, userId: string): Promise<void> {
  for (const table of ['fhir_files', 'fhir_resources', 'fhir_links'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  await updateUser(trx, userId, { record_number: null, ward: null, room: null, disabled_at: now() });
}
