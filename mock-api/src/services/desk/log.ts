/** Records of what staff do, in the audit log of the person concerned. */
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/schema.ts';
import { audit, auditEach } from '../../repositories/audit.ts';
import type { IdentityPart } from '../accounts/identity.ts';
import { sessionOf } from '../context.ts';

/** What staff view and change, as named in the log; `audit.desk.…` has the words for the people whose data it is. */
export type StaffObject =
  | 'accounts'
  | 'patients'
  | 'patient'
  | 'wristband'
  | 'wristband-shown'
  | 'requests'
  | 'sign-ups'
  | 'invitations'
  | 'supporter-approved'
  | 'supporter-denied'
  | 'supporter-removed'
  | 'account-approved'
  | 'account-denied'
  | 'patient-created'
  | 'wristband-issued'
  | 'account-unlocked'
  | 'sessions-ended'
  | 'trial-expired'
  | 'identifiers-changed'
  | IdentityPart
  | 'phone-change-confirmed'
  | 'phone-change-refused'
  | 'event-sent'
  | 'next-changed'
  | 'next-removed'
  | 'request-seen'
  | 'request-done'
  | 'request-replied'
  | 'templates'
  | 'template-added'
  | 'template-changed'
  | 'template-removed'
  | 'made-staff'
  | 'account-erased'
  | 'provider-created'
  | 'provider-linked'
  | 'provider-changed'
  | 'provider-disabled'
  | 'provider-enabled'
  | 'provider-removed'
  | 'record-imported'
  | 'record-removed'
  | 'record-links'
  | 'record-link'
  | 'record-candidates'
  | 'record-linked'
  | 'record-unlinked'
  | 'record-sync-requested'
  | 'explanations'
  | 'explanation-approved'
  | 'explanation-refused';

interface StaffAct {
  action: 'STAFF_VIEWED' | 'STAFF_CHANGED' | 'IDENTITY_CHANGED';
  object: StaffObject;
  /** People whose data it was: each sees it in their log. */
  subjects: readonly string[];
  objectId?: string;
}

/** Records an act, as part of `db` if that is a transaction. */
export type StaffLog = (db: Db, act: StaffAct) => Promise<void>;

/** Records an act of `actor`: of staff, or of the operator (null), who has no session. */
export async function logStaffAct(
  db: Db,
  actor: string | null,
  { action, object, subjects, objectId }: StaffAct,
): Promise<void> {
  const about = [...new Set(subjects)];
  // Views that show no one's data are recorded, too.
  if (about.length === 0) return audit(db, { action, actor, subject: null, object, objectId });
  return auditEach(db, { action, actor, object, objectId }, about);
}

/** Returns the log of one request. A response to staff without an entry fails (`plugins/auth.ts`). */
export function staffLog(request: FastifyRequest): StaffLog {
  const { id } = sessionOf(request).user;
  return async (db, act) => {
    await logStaffAct(db, id, act);
    request.isLogged = true;
  };
}
