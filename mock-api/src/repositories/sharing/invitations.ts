/**
 * Invitations of supporters. Only the hash of a link is stored. Invitations answered by
 * link are held until the email is validated, the hospital has approved the account, and the patient has said yes.
 */
import type { Insertable, Selectable } from 'kysely';
import { after, DAY, now } from '../../common/clock.ts';
import { type DeskInvitation, HOSPITAL_STATUS } from '../../contract.ts';
import type { Db, SupporterRow } from '../../db/schema.ts';
import type { EndedSupportsTable, HeldInvitationsTable } from '../../db/tables/desk-tables.ts';
import { newLinkToken, sha256 } from '../../security/secrets.ts';
import { fullName } from '../accounts/users.ts';

const LIFETIME = 14 * DAY;

/** Creates the link of an invitation and returns its token. */
export async function issueInvitation(db: Db, supporterId: string): Promise<string> {
  const token = newLinkToken();
  await db
    .insertInto('invitations')
    .values({ token_hash: sha256(token), supporter_id: supporterId, expires_at: after(LIFETIME), used_at: null })
    .execute();
  return token;
}

/** Selects valid links: unused, not expired, and with an invitation that is still pending. */
const live = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('supporters', 'supporters.id', 'invitations.supporter_id')
    .where('invitations.used_at', 'is', null)
    .where('invitations.expires_at', '>', now())
    .where('supporters.status', '=', 'PENDING');

/** Returns the supporter entry of a link, or undefined if the link is not valid. */
export function findInvitation(db: Db, token: string) {
  return live(db).selectAll('supporters').where('invitations.token_hash', '=', sha256(token)).executeTakeFirst();
}

/** Returns a pending supporter entry, even if its link has expired; undefined for any other. */
export function findPendingEntry(db: Db, supporterId: string) {
  return db
    .selectFrom('supporters')
    .selectAll()
    .where('id', '=', supporterId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
}

/**
 * Returns the pending supporter entries whose link has expired without an answer. An account with the
 * invited number has a request instead, which doesn't expire.
 */
export function findExpiredEntries(db: Db) {
  return db
    .selectFrom('supporters')
    .innerJoin('invitations', 'invitations.supporter_id', 'supporters.id')
    .select(['supporters.id', 'supporters.user_id'])
    .distinct()
    .where('supporters.status', '=', 'PENDING')
    .where('supporters.supporter_user_id', 'is', null)
    .where('invitations.used_at', 'is', null)
    .where('invitations.expires_at', '<=', now())
    .execute();
}

/** Deletes a pending supporter entry and its links. */
export async function removePendingEntry(db: Db, supporterId: string): Promise<void> {
  await db.deleteFrom('supporters').where('id', '=', supporterId).where('status', '=', 'PENDING').execute();
}

export async function markLinksUsed(db: Db, supporterId: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ used_at: now() })
    .where('supporter_id', '=', supporterId)
    .where('used_at', 'is', null)
    .execute();
}

/** Returns the supporter entries that wait for an account with this number, oldest first. */
export function entriesWaitingForPhone(db: Db, digits: string) {
  return live(db)
    .selectAll('supporters')
    .distinct()
    .where('supporters.phone_digits', '=', digits)
    .where('supporters.supporter_user_id', 'is', null)
    .orderBy('supporters.created_at')
    .execute();
}

const updatePending = (db: Db, supporterId: string) =>
  db.updateTable('supporters').where('id', '=', supporterId).where('status', '=', 'PENDING');

/** Assigns an account to an invited supporter. Returns false if the invitation was already accepted. */
export async function bindSupporter(db: Db, supporterId: string, userId: string): Promise<boolean> {
  const bound = await updatePending(db, supporterId).set({ supporter_user_id: userId }).executeTakeFirst();
  return bound.numUpdatedRows > 0n;
}

/** Takes a pending invitation from the account that it was assigned to. */
export async function unbindSupporter(db: Db, supporterId: string): Promise<void> {
  await updatePending(db, supporterId).set({ supporter_user_id: null }).execute();
}

/** Records that an account has answered an invitation; a second time changes nothing. */
export async function insertHeldInvitation(db: Db, held: Insertable<HeldInvitationsTable>): Promise<void> {
  await db
    .insertInto('held_invitations')
    .values(held)
    .onConflict((conflict) => conflict.columns(['user_id', 'supporter_id']).doNothing())
    .execute();
}

/** Returns the invitations that an account has answered, oldest first. */
export function listHeldInvitations(db: Db, userId: string): Promise<Selectable<HeldInvitationsTable>[]> {
  return db
    .selectFrom('held_invitations')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('invited_at')
    .orderBy('supporter_id')
    .execute();
}

/** Returns the accounts that have answered an invitation by its link. */
export async function accountsThatAnswered(db: Db, supporterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('held_invitations')
    .select('user_id')
    .where('supporter_id', '=', supporterId)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/**
 * Returns whether an account has answered an invitation and waits: for the hospital's review, or for the patient's yes.
 * @param except an account that doesn't count
 */
export async function hasPendingAnswer(db: Db, supporterId: string, except?: string): Promise<boolean> {
  const row = await db
    .selectFrom('held_invitations')
    .innerJoin('users', 'users.id', 'held_invitations.user_id')
    .select('users.id')
    .where('held_invitations.supporter_id', '=', supporterId)
    .$if(except !== undefined, (query) => query.where('users.id', '!=', String(except)))
    .where(({ or, and, eb }) =>
      or([
        eb('users.hospital_status_id', '=', HOSPITAL_STATUS.UNDER_REVIEW),
        and([eb('users.hospital_status_id', '=', HOSPITAL_STATUS.APPROVED), eb('users.email_validated', '=', 1)]),
      ]),
    )
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
    .select(['patient.date_of_birth', 'patient.room', 'supporters.status', 'supporters.supporter_user_id'])
    .where('held.user_id', 'in', [...userIds])
    .orderBy('held.invited_at')
    .orderBy('held.supporter_id')
    .execute();
  for (const row of rows) {
    const isOwn = row.status === 'ACCEPTED' && row.supporter_user_id === row.user_id;
    const invitation: DeskInvitation = {
      patient: {
        id: row.patient_id,
        name: fullName(row.first_name, row.last_name),
        dateOfBirth: row.date_of_birth,
        room: row.room,
      },
      invitedAt: row.invited_at,
      state: row.status === 'PENDING' ? 'open' : isOwn ? 'accepted' : 'ended',
    };
    found.set(row.user_id, [...(found.get(row.user_id) ?? []), invitation]);
  }
  return found;
}

export async function insertEndedSupport(
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
export function listEndedSupports(db: Db, userId: string): Promise<Selectable<EndedSupportsTable>[]> {
  return db
    .selectFrom('ended_supports')
    .selectAll()
    .where(({ or, eb }) => or([eb('patient_id', '=', userId), eb('user_id', '=', userId)]))
    .execute();
}
