/** Records of what staff do, in the audit log of the person concerned. */
import type { FastifyRequest } from 'fastify';
import type { MessageKey } from '../../common/i18n.ts';
import type { Db } from '../../db/schema.ts';
import { audit, auditEach } from '../../repositories/audit.ts';
import type { IdentityPart } from '../accounts/identity.ts';
import { sessionOf } from '../context.ts';

/** Objects of acts that are about one person, who reads them in words: `audit.desk.…`. */
type PersonalObject = { [Key in MessageKey]: Key extends `audit.desk.${infer Object}` ? Object : never }[MessageKey];

/** What staff view and change, as named in the log. */
export type StaffObject =
  | PersonalObject
  | IdentityPart
  | 'sign-ups'
  | 'wards'
  | 'daily-rates'
  | 'templates'
  | 'template-added'
  | 'template-changed'
  | 'template-removed'
  | 'languages'
  | 'text-signed'
  | 'text-corrected'
  | 'account-erased';

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
