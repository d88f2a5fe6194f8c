/** Reference ranges: which one is for a person, how a value compares with it, and what it says. */
import type { Static } from 'typebox';
import type { Text, Verdict } from '../../../common/documents.ts';
import { inEach, sameInEach, textIn } from '../../../common/i18n.ts';
import { Concept, fields, list, Quantity, Range, text } from '../../fhir/datatypes.ts';
import type { Ages } from '../../fhir/time.ts';
import { ageSpanText, hasUnitOf, shownValue, spanText } from '../../words/amount.ts';
import { codesOf, conceptText, conceptTexts, type FindName } from '../../words/concept.ts';
import { listed } from '../../words/phrases.ts';
import type { Person } from '../context.ts';

export const ReferenceRange = fields({
  low: Quantity,
  high: Quantity,
  type: Concept,
  appliesTo: list(Concept),
  age: Range,
  text,
});
export type ReferenceRange = Static<typeof ReferenceRange>;

const SEX: Readonly<Record<string, Person['sex']>> = {
  '248153007': 'male',
  '248152002': 'female',
  M: 'male',
  F: 'female',
  male: 'male',
  female: 'female',
};

/** UCUM's units of age -> years. */
const YEARS: Readonly<Record<string, number>> = { a: 1, mo: 1 / 12, wk: 7 / 365.25, d: 1 / 365.25 };

const NORMAL = 'normal';

/** Returns a limit in years; one that is `included` counts with its whole last year, month, week or day. */
function yearsOf(limit: Quantity | undefined, included: 0 | 1): number | undefined {
  if (limit?.value === undefined) return undefined;
  return (limit.value.value + included) * (YEARS[limit.code ?? ''] ?? Number.NaN);
}

/** Returns whether an age is in a range that includes its last year or day; undefined if that can't be known. */
function isOfAge({ age }: ReferenceRange, ages: Ages | undefined): boolean | undefined {
  if (!age) return true;
  const [low = 0, high = Number.POSITIVE_INFINITY] = [yearsOf(age.low, 0), yearsOf(age.high, 1)];
  if (!ages || Number.isNaN(low) || Number.isNaN(high)) return undefined;
  if (ages.most < low || ages.least >= high) return false;
  return ages.least >= low && ages.most < high ? true : undefined;
}

function isOfSex(who: Concept, sex: Person['sex']): boolean | undefined {
  const meant = [...codesOf(who), who.text?.toLowerCase() ?? ''].map((code) => SEX[code]).find((known) => known);
  return meant === undefined || sex === undefined ? undefined : meant === sex;
}

/** Returns whether a range is for a person: undefined if that can't be known. */
export function isFor(range: ReferenceRange, sex: Person['sex'], ages: Ages | undefined): boolean | undefined {
  const conditions = [isOfAge(range, ages), ...(range.appliesTo ?? []).map((who) => isOfSex(who, sex))];
  if (conditions.includes(false)) return false;
  return conditions.includes(undefined) ? undefined : true;
}

/** Ranges of another type, such as "Severe TBI", are bands, and no normal range. */
const isNormalType = ({ type }: ReferenceRange) => !type || codesOf(type).includes(NORMAL);

/**
 * Returns the only normal range with a limit that is for this person and in the unit of the value. Undefined if there
 * is none, or it can't be known which of several it is.
 */
export function rangeFor(
  ranges: readonly ReferenceRange[],
  value: Quantity,
  sex: Person['sex'],
  ages: Ages | undefined,
): ReferenceRange | undefined {
  const normal = ranges.filter((range) => isNormalType(range) && (range.low?.value || range.high?.value));
  const possible = normal.filter((range) => isFor(range, sex, ages) !== false);
  const [range, ...others] = possible;
  if (!range || others.length > 0 || isFor(range, sex, ages) !== true) return undefined;
  const limits = [range.low, range.high].filter((limit) => limit?.value !== undefined);
  const isComparable = limits.every((limit) => limit && hasUnitOf(value, limit) && limit.comparator === undefined);
  return isComparable ? range : undefined;
}

interface Limits {
  low: number | undefined;
  high: number | undefined;
}

/** Smallest and largest value that a quantity may stand for, and whether each is excluded. */
function span(value: number, comparator: string | undefined) {
  const isLess = comparator === '<' || comparator === '<=';
  const isMore = comparator === '>' || comparator === '>=';
  return {
    least: isLess ? Number.NEGATIVE_INFINITY : value,
    most: isMore ? Number.POSITIVE_INFINITY : value,
    isOpen: comparator === '<' || comparator === '>',
    isKnown: comparator === undefined || isLess || isMore,
  };
}

/** Compares a value, limits included; undefined if not all values that it may stand for compare alike. */
function compare(value: number, comparator: string | undefined, limits: Limits): Verdict | undefined {
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = limits;
  const { least, most, isOpen, isKnown } = span(value, comparator);
  if (!isKnown || low > high || (limits.low === undefined && limits.high === undefined)) return undefined;
  if (most < low || (isOpen && most === low)) return 'below';
  if (least > high || (isOpen && least === high)) return 'above';
  return least >= low && most <= high ? 'inside' : undefined;
}

/** Returns how a value compares with a range; undefined if that can't be known, or rounding would change it. */
export function verdictOf({ value, comparator }: Quantity, range: ReferenceRange): Verdict | undefined {
  if (!value) return undefined;
  const exact = compare(value.value, comparator, { low: range.low?.value?.value, high: range.high?.value?.value });
  const limits = {
    low: range.low?.value && shownValue(range.low.value),
    high: range.high?.value && shownValue(range.high.value),
  };
  return exact === compare(shownValue(value), comparator, limits) ? exact : undefined;
}

/** What some sources write where they have no range. */
const NO_RANGE = /^(n\/?a|none|not applicable|-+)$/i;

/** Returns a range in the source's terms: "3.5 to 10.5 g/L (Women, age 18 to 40)"; empty if it says nothing. */
export function rangeText(range: ReferenceRange, nameOf: FindName): Text {
  const said = range.text?.trim().replace(NO_RANGE, '').replace(/\s+/g, ' ');
  const span = spanText(range) ?? sameInEach(said ?? '');
  const type = isNormalType(range) ? undefined : conceptText(range.type, nameOf);
  const ages = range.age && ageSpanText(range.age);
  const whom = listed([type, ...conceptTexts(range.appliesTo, nameOf), ages], 'comma');
  return inEach((locale) =>
    [textIn(span, locale), textIn(whom, locale) && `(${textIn(whom, locale)})`].filter(Boolean).join(' '),
  );
}
