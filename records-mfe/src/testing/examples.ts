import type { Observation } from 'mock-api/contract';

type Range = Observation['referenceRange'];

export const between = (low: number | null, high: number | null, text: string | null = null): Range => ({
  low,
  high,
  text,
});

/** Returns white blood cells of 7.2, normal from 3.5 to 10.5; override the fields that differ. */
export function observation(fields: Partial<Observation> = {}): Observation {
  return {
    id: 'wbc',
    code: 'WBC',
    display: 'White blood cells',
    valueQuantity: { value: 7.2, unit: '×10⁹/L' },
    valueString: null,
    referenceRange: between(3.5, 10.5),
    ...fields,
  };
}

/** Returns the same observation with another value, range and unit. */
export const measured = (value: number, referenceRange: Range = between(3.5, 10.5), unit = '×10⁹/L'): Observation =>
  observation({ valueQuantity: { value, unit }, referenceRange });
