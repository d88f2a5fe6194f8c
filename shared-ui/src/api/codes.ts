import type * as contract from 'mock-api/contract';

/** Event type codes (specification, section 3). */
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

/** Result type codes (specification, section 3). */
export const RESULT_TYPE = {
  XRAY: 0,
  BLOOD: 1,
  ELECTROCARDIOGRAM: 2,
  BRAIN: 3,
} as const satisfies typeof contract.RESULT_TYPE;

/** statusId of an expired trial (specification, section 9). */
export const STATUS_EXPIRED = 6 satisfies typeof contract.USER_STATUS_EXPIRED;
