/** Figures with the digits that the source wrote, and their units. Nothing is converted. */
import { inEach, type Locale, mapText, type Text, textIn } from '../../common/i18n.ts';
import type { Quantity, Range } from '../fhir/datatypes.ts';
import type { FhirNumber } from '../fhir/json.ts';
import { filled, phraseKey } from './phrases.ts';

/** More digits than this are the noise of binary fractions, such as 66.89999999999999. */
const MOST_DIGITS = 12;
const ROUNDED_DIGITS = 6;

const digitsOf = (written: string) => written.replace(/[-.]|[eE].*$/g, '').replace(/^0+/, '').length;

const isNoise = ({ written }: FhirNumber) => !/[eE]/.test(written) && digitsOf(written) > MOST_DIGITS;

/** Returns the number that the figure shows. */
export const shownValue = (exact: FhirNumber): number =>
  isNoise(exact) ? Number(exact.value.toPrecision(ROUNDED_DIGITS)) : exact.value;

/** Returns the digits as written; noise is rounded. */
export const figureOf = (exact: FhirNumber): string => (isNoise(exact) ? String(shownValue(exact)) : exact.written);

/**
 * Returns a figure as it is written in a language: with a decimal comma in French. In all other languages it stays as it
 * is on labels and papers of the hospital.
 */
export const inLocale = (figure: string, locale: Locale): string =>
  locale === 'fr' ? figure.replace('.', ',') : figure;

/** Returns a unit as the source wrote it; UCUM's annotations and the unit 1 are none. */
export function unitOf({ unit, code }: Quantity): string {
  if (unit !== undefined) return unit.trim();
  return code === undefined || /^(1|\{.*\})$/.test(code) ? '' : code.trim();
}

/** Returns a figure with its unit: as the source wrote it, but what people count in the reader's words. */
function withUnit(figure: Text, unit: string, value: number): Text {
  const form = phraseKey(
    'form',
    unit
      .toLowerCase()
      .replace(/ies$/, 'y')
      .replace(/(?<=ch)es$|s$/, ''),
  );
  const counted = form && filled(form, { figure }, value);
  return inEach((locale) =>
    counted && locale !== 'en' ? textIn(counted, locale) : `${textIn(figure, locale)} ${unit}`.trim(),
  );
}

/** Returns whether a limit has the unit of a value; one without a unit has the value's. */
export function hasUnitOf(value: Quantity, limit: Quantity): boolean {
  if (unitOf(limit) === '' && !limit.code) return true;
  if (value.code && limit.code && value.system === limit.system) return value.code === limit.code;
  return unitOf(value) === unitOf(limit);
}

const COMPARATORS = { '<': 'lessThan', '<=': 'atMost', '>': 'moreThan', '>=': 'atLeast' } as const;

const isComparator = (sign: string): sign is keyof typeof COMPARATORS => Object.hasOwn(COMPARATORS, sign);

const figureText = (figure: string): Text => inEach((locale) => inLocale(figure, locale));

/** Returns "less than 5.0 mmol/L"; undefined without a value. An unknown comparator stays as it is. */
export function amountText(quantity: Quantity): Text | undefined {
  const { value, comparator } = quantity;
  if (value === undefined) return undefined;
  const figure = withUnit(figureText(figureOf(value)), unitOf(quantity), shownValue(value));
  if (comparator === undefined) return figure;
  if (isComparator(comparator)) return filled(COMPARATORS[comparator], { figure });
  return mapText(figure, (words) => `${comparator} ${words}`);
}

/** Returns "3.5 to 10.5 g/L", "at least 3.5 g/L" or "at most 10.5 g/L"; undefined without limits. */
export function spanText({ low, high }: Range): Text | undefined {
  if (low?.value && high?.value) {
    const span = filled('span', { low: figureText(figureOf(low.value)), high: figureText(figureOf(high.value)) });
    return withUnit(span, unitOf(high) || unitOf(low), shownValue(high.value));
  }
  if (low?.value) return amountText({ ...low, comparator: '>=' });
  return high?.value ? amountText({ ...high, comparator: '<=' }) : undefined;
}

/**
 * @param count chooses the plural form
 * @param say returns the figures, with the source's unit or, if it is said in words, without any
 */
function ageWith(
  codes: readonly (string | undefined)[],
  count: number | undefined,
  say: (isInWords: boolean) => Text | undefined,
) {
  const [code, ...others] = new Set(codes);
  const unit = others.length === 0 ? phraseKey('ageIn', code) : undefined;
  const figures = say(unit !== undefined);
  return figures && filled('age', { span: unit ? filled(unit, { span: figures }, count) : figures });
}

/** Returns "age 52 years", with a unit that UCUM knows in the reader's language; undefined without a value. */
export const ageText = (age: Quantity): Text | undefined =>
  ageWith([age.code], age.value?.value, (isInWords) => amountText(isInWords ? { ...age, unit: '' } : age));

/** Returns "age 18 to 40 years" in the same way; undefined without limits. */
export function ageSpanText(range: Range): Text | undefined {
  const limits = Object.entries({ low: range.low, high: range.high }).filter(([, limit]) => limit !== undefined);
  const bare: Range = Object.fromEntries(limits.map(([name, limit]) => [name, { ...limit, unit: '' }]));
  return ageWith(
    limits.map(([, limit]) => limit?.code),
    (range.high ?? range.low)?.value?.value,
    (isInWords) => spanText(isInWords ? bare : range),
  );
}
