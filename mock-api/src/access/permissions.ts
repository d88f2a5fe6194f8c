/**
 * Who may do and see what: the sessions that may call a route, and the parts of a patient's data that each of a
 * supporter's permissions opens (`shared-ui/src/contract/sharing.ts`). Patients see all of their own.
 */
import { areaOfEvent, OPENS, type SharedArea } from 'shared-ui/contract';
import type { ProblemCode } from '../common/problems.ts';
import { HOSPITAL_STATUS, type SupporterPermissions, USER_STATUS_EXPIRED } from '../contract.ts';
import type { Audience } from '../db/tables/delivery-tables.ts';
import { isConfirmed, type Session } from '../repositories/accounts/sessions.ts';
import { isStaff } from '../repositories/accounts/users.ts';

/**
 * Who may call a route. `none`: anyone. `me`: any session, whatever the account's state. `narrow`: any session of an
 * account that is validated, approved and not expired, even before its PIN. `full`: a session that may see its user's
 * data. `own-factors`: the same, or staff who may set up their first factor. `second-factor`: a session of staff, even
 * before its second factor. `staff`: a full session of staff.
 * `provisioning`: no session, but an identity provider's SCIM client.
 */
export type AuthLevel = 'none' | 'me' | 'narrow' | 'full' | 'own-factors' | 'second-factor' | 'staff' | 'provisioning';

const mayStaff = (level: AuthLevel, session: Session) =>
  session.scope === 'full' || level === 'second-factor' || (level === 'own-factors' && isConfirmed(session));

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
  if (isStaff(user)) return mayStaff(level, session) ? undefined : 'SECOND_FACTOR_REQUIRED';
  if (level === 'staff' || level === 'second-factor') return 'STAFF_ONLY';
  return level !== 'narrow' && scope !== 'full' ? 'PIN_REQUIRED' : undefined;
}

export { OPENS };

export const { results: seesResults, care: seesCarePlans, feedback: seesFeedback } = OPENS;

/** Returns whether an event asks for feedback. */
export const isSurvey = (type: number): boolean => areaOfEvent(type) === 'feedback';

/** Returns whether these permissions open events of a type; no permission opens the types that no area has. */
export function opensEvent(type: number, permissions: SupporterPermissions): boolean {
  const area = areaOfEvent(type);
  return area !== undefined && OPENS[area](permissions);
}

export const opensRecord = (type: 'result' | 'care-plan', permissions: SupporterPermissions) =>
  type === 'result' ? seesResults(permissions) : seesCarePlans(permissions);

/** Part of a record that one permission opens. */
export type RecordArea = Exclude<SharedArea, 'feedback'>;

const AREAS: Readonly<Record<string, RecordArea>> = {
  observation: 'results',
  document: 'results',
  medication: 'care',
  'care-team': 'care',
  allergy: 'record',
  condition: 'record',
  immunization: 'record',
  appointment: 'status',
};

/** Returns the area of an item by its kind; what is kept without being shown may be anything, so it needs the most. */
export const areaOfKind = (kind: string | null): RecordArea => AREAS[kind ?? ''] ?? 'results';

const AUDIENCES: Readonly<Record<RecordArea, Audience>> = {
  results: 'result',
  care: 'care',
  record: 'record',
  status: 'status',
};

/** Returns who may learn of a change of an item of this kind. */
export const audienceOfKind = (kind: string | null): Audience => AUDIENCES[areaOfKind(kind)];

/** Area -> names in the audit log of the lists that show it. */
export const VIEWS: Readonly<Record<RecordArea, readonly string[]>> = {
  results: ['observations', 'documents', 'results'],
  care: ['medications', 'care-team', 'day', 'going-home', 'day-plan'],
  record: ['about', 'going-home'],
  status: ['appointments', 'day', 'going-home'],
};
