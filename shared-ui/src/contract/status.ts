/** statusId of an expired trial (docs/product-rules.md#codes). */
export const STATUS_EXPIRED = 6 satisfies typeof import('mock-api/contract').USER_STATUS_EXPIRED;
