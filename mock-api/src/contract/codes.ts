/** Codes, statuses and the error response. */
import { type Static, Type } from 'typebox';
import { oneOf, shape } from './parts.ts';

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
} as const;
/** Event about an entry of the hospital's record; it opens itself. */
export const RECORD_EVENT = 13;
export type EventType = (typeof EVENT_TYPE)[keyof typeof EVENT_TYPE] | typeof RECORD_EVENT;

/** Result type codes (docs/product-rules.md#codes). */
export const RESULT_TYPE = { XRAY: 0, BLOOD: 1, ELECTROCARDIOGRAM: 2, BRAIN: 3, OTHER: 4 } as const;
export type ResultType = (typeof RESULT_TYPE)[keyof typeof RESULT_TYPE];

/**
 * statusId 6: the trial has expired. hospitalStatusId 1: approved, 2: under review, 3: denied
 * (docs/product-rules.md#codes).
 */
export const USER_STATUS_EXPIRED = 6;
export const HOSPITAL_STATUS = { APPROVED: 1, UNDER_REVIEW: 2, DENIED: 3 } as const;

export const EventStatus = oneOf('COMPLETED', 'ACTIONABLE', 'URGENT', 'NOT_VIEWED', 'VIEWED', 'PENDING');
export type EventStatus = Static<typeof EventStatus>;

/** Body of every error response. `fields` maps each field that needs fixing to its message. */
export const ApiError = shape({
  error: shape({
    code: Type.String(),
    message: Type.String(),
    fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
});
export type ApiError = Static<typeof ApiError>;
