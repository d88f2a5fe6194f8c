/** Figures with the digits that the source wrote, and their units. Nothing is converted. */
import type { Text } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { Quantity, Range } from '../fhir/datatypes.ts';
import type { ExactNumber } from '../fhir/exact.ts';
import { inBoth } from './concept.ts';
import { filled, PHRASES, phrase } from './phrases.ts';

/** More digits than this are the noise of binary fractions, such as 66.89999999999999. */
const MOST_DIGITS = 12;
const ROUNDED_DIGITS = 6;

const digitsOf = (written: string) => written.replace(/[-.]|[eE].*$/g, '').replace(/^0+/, '').length;

const isNoise = ({ written }: ExactNumber) => !/[eE]/.test(written) && digitsOf(written) > MOST_DIGITS;

/** Returns the number that the figure shows. */
export const shownValue = (exact: ExactNumber): number =>
  isNoise(exact) ? Number(exact.value.toPrecision(ROUNDED_DIGITS)) : exact.value;

/** Returns the digits as written; noise is rounded. */
export const figureOf = (exact: ExactNumber): string => (isNoise(exact) ? String(shownValue(exact)) : exact.written);

/** Returns a figure as it is written in a language: with a decimal comma in French. */
export const inLocale = (figure: string, locale: Locale): string =>
  locale === 'fr' ? figure.replace('.', ',') : figure;

/** Returns a unit as the source wrote it; UCUM's annotations and the unit 1 are none. */
export function unitOf({ unit, code }: Quantity): string {
  if (unit !== undefined) return unit.trim();
  return code === undefined || /^(1|\{.*\})$/.test(code) ? '' : code.trim();
}

/** Returns whether a limit has the unit of a value; one without a unit has the value's. */
export function hasUnitOf(value: Quantity, limit: Quantity): boolean {
  if (unitOf(limit) === '' && !limit.code) return true;
  if (value.code && limit.code && value.system === limit.system) return value.code === limit.code;
  return unitOf(value) === unitOf(limit);
}

const COMPARATORS: Readonly<Record<string, Text>> = {
  '<': PHRASES.lessThan,
  '<=': PHRASES.atMost,
  '>': PHRASES.moreThan,
  '>=': PHRASES.atLeast,
};

const withFigure = (text: Text | undefined, figure: string): Text =>
  inBoth((locale) => {
    const words = inLocale(figure, locale);
    return text ? text[locale].replace('{figure}', () => words) : words;
  });

/** Returns "less than 5.0 mmol/L"; undefined without a value. An unknown comparator stays as it is. */
export function amountText(quantity: Quantity): Text | undefined {
  const { value, comparator } = quantity;
  if (value === undefined) return undefined;
  const known =
    comparator !== undefined && Object.hasOwn(COMPARATORS, comparator) ? COMPARATORS[comparator] : undefined;
  const figure = comparator !== undefined && !known ? `${comparator} ${figureOf(value)}` : figureOf(value);
  const words = withFigure(known, figure);
  return inBoth((locale) => `${words[locale]} ${unitOf(quantity)}`.trim());
}

/** Returns "3.5 to 10.5 g/L", "at least 3.5 g/L" or "at most 10.5 g/L"; undefined without limits. */
export function spanText({ low, high }: Range): Text | undefined {
  if (low?.value && high?.value) {
    const [from, to] = [figureOf(low.value), figureOf(high.value)];
    const unit = unitOf(high) || unitOf(low);
    return inBoth((locale) =>
      `${phrase(PHRASES.span, locale, { low: inLocale(from, locale), high: inLocale(to, locale) })} ${unit}`.trim(),
    );
  }
  if (low?.value) return amountText({ ...low, comparator: '>=' });
  return high?.value ? amountText({ ...high, comparator: '<=' }) : undefined;
}

/** UCUM's units of age, in words. */
const AGE_UNITS: Readonly<Record<string, Text>> = {
  a: { en: 'years', fr: 'ans' },
  mo: { en: 'months', fr: 'mois' },
  wk: { en: 'weeks', fr: 'semaines' },
  d: { en: 'days', fr: 'jours' },
};

const codeOf = (limit: Quantity | undefined) => limit?.code ?? '';

/**
 * Returns "age 18 to 40 years" or, if both limits are the same object, "age 18 years", with a unit that UCUM knows in the reader's language.
 * Undefined without limits.
 */
export function ageText({ low, high }: Range): Text | undefined {
  const [code, ...others] = new Set([low, high].filter((limit) => limit !== undefined).map(codeOf));
  const unit = others.length === 0 && code !== undefined ? AGE_UNITS[code] : undefined;
  const bare = (limit: Quantity | undefined) => (unit && limit ? { ...limit, unit: '' } : limit);
  const span =
    low !== undefined && low === high
      ? amountText({ ...low, ...bare(low) })
      : spanText({ low: bare(low), high: bare(high) });
  if (!span) return undefined;
  return filled(PHRASES.age, { span: unit ? inBoth((locale) => `${span[locale]} ${unit[locale]}`) : span });
}
