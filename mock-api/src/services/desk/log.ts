/** What staff do, in the audit log of whom it is about. */
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../../app-types.ts';
import type { Db } from '../../db/schema.ts';
import { audit, auditEach } from '../../repositories/audit.ts';

/** What staff look at and change, as the log names it; `audit.desk.…` has the words for the people whose data it is. */
export type StaffObject =
  | 'accounts'
  | 'patients'
  | 'patient'
  | 'wristband'
  | 'requests'
  | 'sign-ups'
  | 'invitations'
  | 'supporter-approved'
  | 'supporter-denied'
  | 'account-approved'
  | 'account-denied'
  | 'patient-created'
  | 'wristband-issued'
  | 'account-unlocked'
  | 'sessions-ended'
  | 'trial-expired'
  | 'event-sent'
  | 'next-changed'
  | 'next-removed'
  | 'request-seen'
  | 'request-done'
  | 'request-replied'
  | 'made-staff'
  | 'account-erased';

export interface StaffAct {
  action: 'STAFF_VIEWED' | 'STAFF_CHANGED';
  object: StaffObject;
  /** Whose data it was: each finds it in their log. */
  subjects: readonly string[];
  objectId?: string;
}

/** Writes an act down; as part of `db` when that is a transaction. */
export type StaffLog = (db: Db, act: StaffAct) => Promise<void>;

/** Writes an act of `actor`: of staff, or of the operator (null), who is nobody's session. */
export async function logStaffAct(
  db: Db,
  actor: string | null,
  { action, object, subjects, objectId }: StaffAct,
): Promise<void> {
  const about = [...new Set(subjects)];
  // What shows nobody's data is written down, too: that staff looked.
  if (about.length === 0) return audit(db, { action, actor, subject: null, object, objectId });
  return auditEach(db, { action, actor, object, objectId }, about);
}

/** The log of one call. An answer to staff that has not passed here is refused (`plugins/desk-log.ts`). */
export function staffLog(request: FastifyRequest): StaffLog {
  const { id } = sessionOf(request).user;
  return async (db, act) => {
    await logStaffAct(db, id, act);
    request.isLogged = true;
  };
}
