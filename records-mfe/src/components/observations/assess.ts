import type { Observation } from 'mock-api/contract';

/**
 * Comparison of a value with its reference range, limits included. `isSlight`: outside by at most a quarter of the
 * range's width; never true for a range with one limit. `text`: the value or range is text, or there is no range, so
 * nothing can be compared.
 */
export type Assessment =
  | { kind: 'missing' | 'text' | 'inside' }
  | { kind: 'at'; limit: 'low' | 'high' }
  | { kind: 'below' | 'above'; isSlight: boolean };

/** Maximum distance from the range that counts as slight, as a fraction of the range's width. */
const SLIGHT = 0.25;

/** Compares an observation's value with its reference range. Both have the same unit. */
export function assess({ valueQuantity, valueString, referenceRange }: Observation): Assessment {
  if (!valueQuantity) return { kind: valueString ? 'text' : 'missing' };
  const { low = null, high = null } = referenceRange ?? {};
  return compare(valueQuantity.value, low, high);
}

function compare(value: number, low: number | null, high: number | null): Assessment {
  const isUpsideDown = low !== null && high !== null && low > high;
  if ((low === null && high === null) || isUpsideDown) return { kind: 'text' };
  const reach = low === null || high === null ? 0 : (high - low) * SLIGHT;
  if (low !== null && value < low) return { kind: 'below', isSlight: low - value <= reach };
  if (high !== null && value > high) return { kind: 'above', isSlight: value - high <= reach };
  if (value === low) return { kind: 'at', limit: 'low' };
  return value === high ? { kind: 'at', limit: 'high' } : { kind: 'inside' };
}

/** Returns whether the value is within its range, limits included. */
export const isNormal = ({ kind }: Assessment) => kind === 'inside' || kind === 'at';

export const isOutside = ({ kind }: Assessment) => kind === 'below' || kind === 'above';
