/** When someone has waited too long for the desk. */
import { MINUTE } from '../../common/clock.ts';
import type { OverdueMinutes } from '../../config/overdue.ts';
import { type DeskAccount, HOSPITAL_STATUS } from '../../contract.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import type { RequestRow } from '../../repositories/care/requests.ts';
import { toDeskAccount } from '../../repositories/desk/accounts.ts';

const later = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * MINUTE).toISOString();

/** Returns when a request is overdue; null once someone has replied or it is done. */
export const requestDue = ({ kind, status, replies, created_at: at }: RequestRow, overdue: OverdueMinutes) =>
  status === 'done' || replies.length > 0 ? null : later(at, overdue[kind]);

/** Returns an account for the desk, with the time at which a decision is overdue; null once it is made. */
export function withDue(row: UserRow, invitations: DeskAccount['invitations'] | undefined, overdue: OverdueMinutes) {
  const isOpen = row.hospital_status_id === HOSPITAL_STATUS.UNDER_REVIEW;
  return { ...toDeskAccount(row, invitations), dueAt: isOpen ? later(row.created_at, overdue.account) : null };
}
