/** Values as the API sends them, for tests of screens and their pictures. */
import type { Observation } from 'mock-api/contract';

type Range = Observation['referenceRange'];

export const between = (low: number | null, high: number | null, text: string | null = null): Range => ({
  low,
  high,
  text,
});

type Verdict = NonNullable<Observation['verdict']>;

const SENTENCES = {
  missing: 'No value yet',
  inside: 'Normal',
  atLow: 'Normal, at the lower limit',
  atHigh: 'Normal, at the upper limit',
  below: 'Below normal',
  above: 'Above normal',
};

/** Returns the verdict on a value without a mark, as the API has it. */
export function judged(kind: keyof typeof SENTENCES): { verdict: Verdict } {
  const comparison = kind === 'missing' ? null : kind === 'atLow' || kind === 'atHigh' ? 'inside' : kind;
  return { verdict: { kind, text: SENTENCES[kind], comparison, isMarked: false, isCritical: false } };
}

/** Returns the verdict on a value that the hospital marked. @param comparison with its range, if that says the same */
export function marked(
  text: string,
  kind: 'inside' | 'below' | 'above' | 'outside',
  { isCritical = false, comparison = null }: Partial<Pick<Verdict, 'isCritical' | 'comparison'>> = {},
): Pick<Observation, 'interpretation' | 'verdict'> {
  const sentence = `The hospital marked this as ${text}`;
  return { interpretation: [sentence], verdict: { kind, text: sentence, comparison, isMarked: true, isCritical } };
}

/** Returns white blood cells of 7.2, normal from 3.5 to 10.5; override the fields that differ. */
export function observation(fields: Partial<Observation> = {}): Observation {
  return {
    id: 'wbc',
    code: 'WBC',
    display: 'White blood cells',
    effectiveDateTime: '2020-03-16T14:10:00.000Z',
    valueQuantity: { value: 7.2, unit: '×10⁹/L' },
    valueString: null,
    referenceRange: between(3.5, 10.5),
    ...judged('inside'),
    ...fields,
  };
}

/** Returns the same observation with another value and verdict. */
export const measured = (
  value: number,
  kind: keyof typeof SENTENCES = 'inside',
  fields: Partial<Observation> = {},
): Observation => observation({ valueQuantity: { value, unit: '×10⁹/L' }, ...judged(kind), ...fields });
