import type * as contract from 'mock-api/contract';

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
