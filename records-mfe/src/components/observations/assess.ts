import type { Observation } from 'mock-api/contract';

/**
 * Comparison of a value with its reference range, limits included: how far outside is for the hospital to say. `text`:
 * the value or range is text, or there is no range, so nothing can be compared.
 */
export type Assessment = 'missing' | 'text' | 'inside' | 'atLow' | 'atHigh' | 'below' | 'above';

/** Compares an observation's value with its reference range. Both have the same unit. */
export function assess({ valueQuantity, valueString, referenceRange }: Observation): Assessment {
  if (!valueQuantity) return valueString ? 'text' : 'missing';
  const { low = null, high = null } = referenceRange ?? {};
  return compare(valueQuantity.value, low, high);
}

function compare(value: number, low: number | null, high: number | null): Assessment {
  const isUpsideDown = low !== null && high !== null && low > high;
  if ((low === null && high === null) || isUpsideDown) return 'text';
  if (low !== null && value < low) return 'below';
  if (high !== null && value > high) return 'above';
  if (value === low) return 'atLow';
  return value === high ? 'atHigh' : 'inside';
}

/** Returns whether the value is within its range, limits included, and the hospital didn't mark it otherwise. */
export const isNormal = (observation: Observation) =>
  !isOutside(observation) && ['inside', 'atLow', 'atHigh'].includes(assess(observation));

/** Returns whether the value is outside its range or, which counts more, marked as not normal by the hospital. */
export function isOutside(observation: Observation): boolean {
  const kind = observation.mark?.kind ?? assess(observation);
  return kind === 'below' || kind === 'above' || kind === 'outside';
}
