import type * as contract from 'mock-api/contract';

/** Result type codes (specification, section 3). */
export const RESULT_TYPE = {
  XRAY: 0,
  BLOOD: 1,
  ELECTROCARDIOGRAM: 2,
  BRAIN: 3,
} as const satisfies typeof contract.RESULT_TYPE;
