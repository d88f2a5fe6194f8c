/**
 * Who among the staff may call which route of the desk. Each route says which roles it is for, and what it is about:
 * by that, `plugins/desk-gate.ts` keeps nurses to their wards.
 */
import type { StaffRole } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { grantOf, type WardLimit, wardsOpenTo } from '../repositories/accounts/staff-roles.ts';
import type { UserRow } from '../repositories/accounts/users.ts';
import { findWhereabouts, isOpenFor } from '../repositories/desk/openings.ts';

/**
 * What a route is about. `patient`, `request`, `explanation`: what the path's id names, so the patient's ward decides.
 * `list`: several patients; the route leaves out those of other wards (`request.wards`). `no-patient`: what is shown
 * or changed is no patient of a ward.
 */
export type DeskSubject = 'patient' | 'request' | 'explanation' | 'list' | 'no-patient';

export interface DeskAccess {
  about: DeskSubject;
  roles: readonly [StaffRole, ...StaffRole[]];
}

/** Declares a route of the desk: what it is about, and the roles that it is for. */
export const forStaff = (about: DeskSubject, ...roles: DeskAccess['roles']): DeskAccess => ({ about, roles });

/** Returns the wards that a route opens to this person; null: every ward; undefined: their roles don't include it. */
export const deskWards = (user: UserRow, { roles }: DeskAccess): WardLimit | undefined =>
  wardsOpenTo(grantOf(user), roles);

/**
 * Returns whether what a path's id names is open to a person on these wards, by ward or by a reason. A request from
 * someone without a ward is open to every nurse: a need must reach someone. What doesn't exist is open; nothing is there.
 */
export async function isInReach(
  db: Db,
  { about, id, wards, staffId }: { about: DeskSubject; id: string; wards: readonly string[]; staffId: string },
): Promise<boolean> {
  if (about === 'list' || about === 'no-patient') return true;
  const found = await findWhereabouts(db, about, id);
  if (!found) return true;
  const { patientId, ward } = found;
  if (ward === null ? about === 'request' : wards.includes(ward)) return true;
  return isOpenFor(db, staffId, patientId);
}

/** What of a patient's page is open: to nurses on the ward, or with a reason. */
export type CareAccess = 'shown' | 'reason' | 'hidden';

/** Returns whether a person may see a patient's care, needs a reason for it, or has another role. */
export async function careAccess(db: Db, user: UserRow, patientId: string): Promise<CareAccess> {
  const wards = wardsOpenTo(grantOf(user), ['nurse']);
  if (wards === undefined) return 'hidden';
  if (wards === null) return 'shown';
  const isOpen = await isInReach(db, { about: 'patient', id: patientId, wards, staffId: user.id });
  return isOpen ? 'shown' : 'reason';
}
