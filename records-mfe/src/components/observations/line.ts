import type { Observation } from 'mock-api/contract';

/** Number line scaled from 0 (start) to 1 (end): the normal band and the value's position. */
export interface NumberLine {
  from: number;
  to: number;
  value: number;
}

/** Start of the band of a range with two limits, which is the middle half of the line. */
const QUARTER = 0.25;
/** Minimum distance between the mark and the line's ends. */
const MARGIN = 0.03;

const onLine = (place: number) => Math.min(1 - MARGIN, Math.max(MARGIN, place));

/**
 * Returns the value's position on its range, or null without a number or a usable limit. With one limit, the line
 * starts at 0 and the band runs from the first quarter to the end, or from the start to the third quarter.
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
