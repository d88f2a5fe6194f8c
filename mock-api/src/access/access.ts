/** Access rule of sessions, for requests and for what a stream sends later. */

import type { ProblemCode } from '../common/problems.ts';
import { HOSPITAL_STATUS, USER_STATUS_EXPIRED } from '../contract.ts';
import type { Session } from '../repositories/accounts/sessions.ts';
import { isStaff } from '../repositories/accounts/users.ts';

/**
 * Who may call a route. `none`: anyone. `me`: any session, whatever the account's state. `narrow`: any session of an
 * account that is validated, approved and not expired, even before its PIN. `full`: a session that may see its user's
 * data. `second-factor`: a session of staff, even before its second factor. `staff`: a full session of staff.
 * `provisioning`: no session, but an identity provider's SCIM client.
 */
export type AuthLevel = 'none' | 'me' | 'narrow' | 'full' | 'second-factor' | 'staff' | 'provisioning';

/** Returns why this session may not pass at this level; undefined if it may. */
export function refusal(level: AuthLevel, session: Session | undefined): ProblemCode | undefined {
  if (level === 'none') return undefined;
  if (!session || level === 'provisioning') return 'UNAUTHENTICATED';
  if (level === 'me') return undefined;
  const { user, scope } = session;
  if (user.status_id === USER_STATUS_EXPIRED) return 'EXPIRED';
  if (user.email_validated !== 1) return 'EMAIL_NOT_VALIDATED';
  if (user.hospital_status_id === HOSPITAL_STATUS.DENIED) return 'ACCOUNT_DENIED';
  if (user.hospital_status_id !== HOSPITAL_STATUS.APPROVED) return 'UNDER_REVIEW';
  if (isStaff(user)) return scope === 'full' || level === 'second-factor' ? undefined : 'SECOND_FACTOR_REQUIRED';
  if (level === 'staff' || level === 'second-factor') return 'STAFF_ONLY';
  return level === 'full' && scope !== 'full' ? 'PIN_REQUIRED' : undefined;
}
