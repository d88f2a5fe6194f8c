import type { Observation } from 'mock-api/contract';

/** A number line in parts of its length, 0 (start) to 1 (end): the normal band, and where the value lies. */
export interface NumberLine {
  from: number;
  to: number;
  value: number;
}

/** The band of a range with two limits is the middle half of the line. */
const QUARTER = 0.25;
/** The mark of a value far outside stays this far from the line's ends. */
const MARGIN = 0.03;

const onLine = (place: number) => Math.min(1 - MARGIN, Math.max(MARGIN, place));

/**
 * Where a value lies on its range, or null when there is no number or no usable limit. A range with one limit begins at
 * 0: its band reaches from the first quarter to the end, or from the start to the third quarter.
 */
export function numberLine({ valueQuantity, referenceRange }: Observation): NumberLine | null {
  if (!valueQuantity || !referenceRange) return null;
  const { value } = valueQuantity;
  const { low, high } = referenceRange;
  if (low !== null && high !== null) {
    if (low >= high) return null;
    const place = QUARTER + ((value - low) / (high - low)) * 2 * QUARTER;
    return { from: QUARTER, to: 1 - QUARTER, value: onLine(place) };
  }
  if (low !== null && low > 0) return { from: QUARTER, to: 1, value: onLine((value / low) * QUARTER) };
  if (high !== null && high > 0) return { from: 0, to: 1 - QUARTER, value: onLine((value / high) * (1 - QUARTER)) };
  return null;
}
