/** Invitations answered by accounts under review: they wait for the hospital's decision on the account. */
import type { Insertable, Selectable } from 'kysely';
import { type DeskInvitation, HOSPITAL_STATUS } from '../../contract.ts';
import type { HeldInvitationsTable } from '../../db/desk-tables.ts';
import type { Db } from '../../db/schema.ts';

/** Records that an account has answered an invitation; a second time changes nothing. */
export async function insertHeld(db: Db, held: Insertable<HeldInvitationsTable>): Promise<void> {
  await db
    .insertInto('held_invitations')
    .values(held)
    .onConflict((conflict) => conflict.columns(['user_id', 'supporter_id']).doNothing())
    .execute();
}

/** Returns the invitations that an account has answered, oldest first. */
export function heldBy(db: Db, userId: string): Promise<Selectable<HeldInvitationsTable>[]> {
  return db
    .selectFrom('held_invitations')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('invited_at')
    .orderBy('supporter_id')
    .execute();
}

/** Returns whether another account under review has answered the same invitation. */
export async function isHeldByAnother(db: Db, supporterId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('held_invitations')
    .innerJoin('users', 'users.id', 'held_invitations.user_id')
    .select('users.id')
    .where('held_invitations.supporter_id', '=', supporterId)
    .where('users.id', '!=', userId)
    .where('users.hospital_status_id', '=', HOSPITAL_STATUS.UNDER_REVIEW)
    .where('users.deleted_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the invitations that these accounts have answered, as the desk sees them, by account id. */
export async function deskInvitations(db: Db, userIds: readonly string[]): Promise<Map<string, DeskInvitation[]>> {
  const found = new Map<string, DeskInvitation[]>();
  if (userIds.length === 0) return found;
  const rows = await db
    .selectFrom('held_invitations as held')
    .innerJoin('users as patient', 'patient.id', 'held.patient_id')
    .leftJoin('supporters', 'supporters.id', 'held.supporter_id')
    .select(['held.user_id', 'held.patient_id', 'held.invited_at', 'patient.first_name', 'patient.last_name'])
    .select(['supporters.status', 'supporters.supporter_user_id'])
    .where('held.user_id', 'in', [...userIds])
    .orderBy('held.invited_at')
    .orderBy('held.supporter_id')
    .execute();
  for (const row of rows) {
    const isOwn = row.status === 'ACCEPTED' && row.supporter_user_id === row.user_id;
    const invitation: DeskInvitation = {
      patient: { id: row.patient_id, name: `${row.first_name} ${row.last_name}`.trim() },
      invitedAt: row.invited_at,
      state: row.status === 'PENDING' ? 'open' : isOwn ? 'accepted' : 'ended',
    };
    found.set(row.user_id, [...(found.get(row.user_id) ?? []), invitation]);
  }
  return found;
}
