import type * as contract from 'mock-api/contract';

/** Id of the user's own profile, the one that supporters see. Any other is a patient whom the user supports. */
export const OWN_PROFILE = 1;

/** Event type codes (docs/product-rules.md#codes). */
export const EVENT_TYPE = {
  GENERAL: 0,
  SUPPORTER: 1,
  RESULT: 2,
  RESULT_COMPLETE: 3,
  RESULT_SURVEY: 4,
  BLOOD_SURVEY: 5,
  CARE_PLAN: 6,
  MESSAGE: 7,
  HOSPITAL: 8,
  HOSPITAL_SURVEY_IN: 9,
  HOSPITAL_SURVEY_OUT: 10,
  PHYSICIAN: 11,
  SUPPORTER_REQUEST: 12,
} as const satisfies typeof contract.EVENT_TYPE;

/** The fields of an event that decide whether it needs attention. */
export interface AttentionFields {
  status: string;
  viewed: boolean;
  previousStay: boolean;
  profileId: number;
  type: number;
}

/** Statuses that count in a profile's badge. */
const ATTENTION: ReadonlySet<string> = new Set(['ACTIONABLE', 'NOT_VIEWED', 'URGENT']);

/** Event types that a profile's list of current events leaves out (docs/product-rules.md#event-list). */
const NOT_LISTED: ReadonlySet<number> = new Set([
  EVENT_TYPE.GENERAL,
  EVENT_TYPE.SUPPORTER,
  EVENT_TYPE.SUPPORTER_REQUEST,
]);

/**
 * Returns whether an event counts in the badge of its profile and of the app icon: its status asks for attention, and
 * the home screen or a list of its profile shows it (docs/product-rules.md#event-statuses). Browser and API share this
 * rule, so the icon has the same number whether the app is open or not.
 */
export function needsAttention({ status, viewed, previousStay, profileId, type }: AttentionFields): boolean {
  if (viewed || !ATTENTION.has(status)) return false;
  if (previousStay) return type !== EVENT_TYPE.SUPPORTER_REQUEST;
  // The home screen shows all events of the user's own profile.
  return profileId === OWN_PROFILE || !NOT_LISTED.has(type);
}

/** The fields of an event that tell whether it announces a reply of the hospital that hasn't been read. */
export interface ReplyFields {
  viewed: boolean;
  profileId: number;
  /** The request that the hospital has replied to; absent for any other event. */
  requestId?: string;
}

/** Returns whether an event announces an unread reply to a request about this profile. */
export function isUnreadReply({ viewed, profileId, requestId }: ReplyFields, profile: number): boolean {
  return requestId !== undefined && !viewed && profileId === profile;
}
