/** The value of an Observation or component, in words and, if it is a number, as a number. */
import type { Text } from '../../../common/documents.ts';
import type { Quantity } from '../../fhir/datatypes.ts';
import { readTime } from '../../fhir/time.ts';
import { amountText, spanText } from '../../words/amount.ts';
import { conceptText, joined, sameInBoth } from '../../words/concept.ts';
import { dayText } from '../../words/day.ts';
import type { FindName } from '../../words/names.ts';
import { PHRASES } from '../../words/phrases.ts';
import type { Measured } from './schema.ts';

export interface MeasuredValue {
  kind: 'number' | 'words' | 'recording' | 'absent' | 'none';
  /** Null for `none`. */
  words: Text | null;
  /** For `number`. */
  quantity?: Quantity;
}

const timeText = (written: string) => (readTime(written) === null ? sameInBoth(written) : dayText(written));

function otherValue(of: Measured, nameOf: FindName): Text | undefined {
  if (of.valueCodeableConcept) return conceptText(of.valueCodeableConcept, nameOf);
  if (of.valueString?.trim()) return sameInBoth(of.valueString.trim());
  if (of.valueBoolean !== undefined) return of.valueBoolean ? PHRASES.yes : PHRASES.no;
  if (of.valueRange) return spanText(of.valueRange);
  if (of.valueRatio) {
    const { numerator, denominator } = of.valueRatio;
    const sides = [numerator && amountText(numerator), denominator && amountText(denominator)];
    return joined(
      sides.filter((side) => side !== undefined),
      ' : ',
    );
  }
  if (of.valueDateTime !== undefined) return timeText(of.valueDateTime);
  if (of.valueTime !== undefined) return sameInBoth(of.valueTime);
  if (of.valuePeriod) {
    const ends = [of.valuePeriod.start, of.valuePeriod.end].filter((end) => end !== undefined);
    return joined(ends.map(timeText), ' – ');
  }
  return undefined;
}

/** Returns the value. A quantity without a number counts as no value. */
export function measuredValue(of: Measured, nameOf: FindName): MeasuredValue {
  const quantity = of.valueQuantity ?? (of.valueInteger && { value: of.valueInteger });
  const amount = quantity && amountText(quantity);
  if (quantity && amount) return { kind: 'number', words: amount, quantity };
  const words = otherValue(of, nameOf);
  if (words && words.en !== '') return { kind: 'words', words };
  if (of.valueSampledData) return { kind: 'recording', words: PHRASES.recording };
  if (of.dataAbsentReason)
    return { kind: 'absent', words: conceptText(of.dataAbsentReason, nameOf) ?? PHRASES.noValue };
  return { kind: 'none', words: null };
}
