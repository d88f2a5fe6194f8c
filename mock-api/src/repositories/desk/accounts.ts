/** Self-registered accounts, as the desk sees them. */
import type { ExpressionBuilder } from 'kysely';
import { type AccountStatus, type DeskAccount, type DeskInvitation, HOSPITAL_STATUS } from '../../contract.ts';
import type { Db, Tables } from '../../db/schema.ts';
import type { UserRow } from '../accounts/users.ts';
import type { PageOf } from './page.ts';

const STATUS_ID: Record<AccountStatus, number> = {
  approved: HOSPITAL_STATUS.APPROVED,
  review: HOSPITAL_STATUS.UNDER_REVIEW,
  denied: HOSPITAL_STATUS.DENIED,
};

function statusOf(id: number): AccountStatus {
  if (id === HOSPITAL_STATUS.APPROVED) return 'approved';
  return id === HOSPITAL_STATUS.DENIED ? 'denied' : 'review';
}

/** @param invitations that the account has answered while under review */
export function toDeskAccount(row: UserRow, invitations: DeskInvitation[] = []): DeskAccount {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    organization: row.organization,
    phoneNumber: row.phone_number,
    roleType: row.role_type,
    emailValidated: row.email_validated === 1,
    status: statusOf(row.hospital_status_id),
    reason: row.denial_reason,
    createdAt: row.created_at,
    invitations,
  };
}

const accounts = (db: Db) =>
  db.selectFrom('users').selectAll().where('deleted_at', 'is', null).where('password_hash', 'is not', null);

/** Returns a self-registered account; undefined for any other. */
export function findAccount(db: Db, id: string): Promise<UserRow | undefined> {
  return accounts(db).where('id', '=', id).executeTakeFirst();
}

/** Matches accounts created after the given one. */
function isAfter(row: ExpressionBuilder<Tables, 'users'>, { created_at, id }: UserRow) {
  return row(row.refTuple('created_at', 'id'), '>', row.tuple(created_at, id));
}

/** Returns one page of the accounts with a status, oldest first. */
export async function listAccounts(db: Db, status: AccountStatus, { after, limit }: PageOf): Promise<UserRow[]> {
  const last = after === undefined ? undefined : await findAccount(db, after);
  if (after !== undefined && !last) return [];
  return accounts(db)
    .where('hospital_status_id', '=', STATUS_ID[status])
    .$if(last !== undefined, (query) => query.where((row) => isAfter(row, last as UserRow)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
