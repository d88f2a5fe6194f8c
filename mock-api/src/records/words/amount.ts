/** Figures with the digits that the source wrote, and their units. Nothing is converted. */
import type { Text } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { Quantity, Range } from '../fhir/datatypes.ts';
import type { FhirNumber } from '../fhir/json.ts';
import { inBoth } from './concept.ts';
import { filled, PHRASES, phrase } from './phrases.ts';

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

/** Returns a figure as it is written in a language: with a decimal comma in French. */
export const inLocale = (figure: string, locale: Locale): string =>
  locale === 'fr' ? figure.replace('.', ',') : figure;

/** Returns a unit as the source wrote it; UCUM's annotations and the unit 1 are none. */
export function unitOf({ unit, code }: Quantity): string {
  if (unit !== undefined) return unit.trim();
  return code === undefined || /^(1|\{.*\})$/.test(code) ? '' : code.trim();
}

/** Forms of medication that people count, in English for one and several, and in French. */
const COUNTED: readonly [one: string, many: string, fr: string, frMany: string][] = [
  ['tablet', 'tablets', 'comprimé', 'comprimés'],
  ['capsule', 'capsules', 'capsule', 'capsules'],
  ['drop', 'drops', 'goutte', 'gouttes'],
  ['puff', 'puffs', 'bouffée', 'bouffées'],
  ['spray', 'sprays', 'vaporisation', 'vaporisations'],
  ['patch', 'patches', 'timbre', 'timbres'],
  ['lozenge', 'lozenges', 'pastille', 'pastilles'],
  ['suppository', 'suppositories', 'suppositoire', 'suppositoires'],
  ['teaspoon', 'teaspoons', 'cuillère à thé', 'cuillères à thé'],
  ['tablespoon', 'tablespoons', 'cuillère à soupe', 'cuillères à soupe'],
];

/** Returns a unit in a language: as the source wrote it, but what people count in French words. */
function unitWords(unit: string, value: number, locale: Locale): string {
  const known = COUNTED.find(([one, many]) => [one, many].includes(unit.toLowerCase()));
  if (!known || locale === 'en') return unit;
  return value < 2 ? known[2] : known[3];
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
  return inBoth((locale) => `${words[locale]} ${unitWords(unitOf(quantity), shownValue(value), locale)}`.trim());
}

/** Returns "3.5 to 10.5 g/L", "at least 3.5 g/L" or "at most 10.5 g/L"; undefined without limits. */
export function spanText({ low, high }: Range): Text | undefined {
  if (low?.value && high?.value) {
    const [from, to] = [figureOf(low.value), figureOf(high.value)];
    const unit = unitOf(high) || unitOf(low);
    const most = shownValue(high.value);
    return inBoth((locale) => {
      const span = phrase(PHRASES.span, locale, { low: inLocale(from, locale), high: inLocale(to, locale) });
      return `${span} ${unitWords(unit, most, locale)}`.trim();
    });
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

/** @param say returns the figures, with the source's unit or, if it is said in words, without any */
function ageWith(codes: readonly (string | undefined)[], say: (isInWords: boolean) => Text | undefined) {
  const [code = '', ...others] = new Set(codes);
  const unit = others.length === 0 ? AGE_UNITS[code] : undefined;
  const figures = say(unit !== undefined);
  if (!figures) return undefined;
  const span = unit ? inBoth((locale) => `${figures[locale]} ${unit[locale]}`) : figures;
  return filled(PHRASES.age, { span });
}

/** Returns "age 52 years", with a unit that UCUM knows in the reader's language; undefined without a value. */
export const ageText = (age: Quantity): Text | undefined =>
  ageWith([age.code], (isInWords) => amountText(isInWords ? { ...age, unit: '' } : age));

/** Returns "age 18 to 40 years" in the same way; undefined without limits. */
export function ageSpanText(range: Range): Text | undefined {
  const limits = Object.entries({ low: range.low, high: range.high }).filter(([, limit]) => limit !== undefined);
  const bare: Range = Object.fromEntries(limits.map(([name, limit]) => [name, { ...limit, unit: '' }]));
  return ageWith(
    limits.map(([, limit]) => limit?.code),
    (isInWords) => spanText(isInWords ? bare : range),
  );
}
