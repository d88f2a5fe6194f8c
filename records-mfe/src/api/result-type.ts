import type * as contract from 'mock-api/contract';

/** Result type codes (docs/product-rules.md#codes). */
export const RESULT_TYPE = {
  XRAY: 0,
  BLOOD: 1,
  ELECTROCARDIOGRAM: 2,
  BRAIN: 3,
  OTHER: 4,
} as const satisfies typeof contract.RESULT_TYPE;
