/** An Observation, or a component of one, as a patient reads it: its value, and how that compares with its range. */
import { type Static, Type } from 'typebox';
import type { MarkDocument, ObservationDocument, Text, Verdict } from '../../../common/documents.ts';
import type { ObservationBody } from '../../../common/record-documents.ts';
import { sha256 } from '../../../security/secrets.ts';
import {
  Concept,
  Decimal,
  fields,
  list,
  Note,
  Period,
  Quantity,
  Range,
  Ratio,
  Reference,
  type Resource,
  resource,
  text,
} from '../../fhir/datatypes.ts';
import { type Ages, agesAt, firstTime, readTime } from '../../fhir/time.ts';
import { ageSpanText, amountText, figureOf, hasUnitOf, shownValue, spanText, unitOf } from '../../words/amount.ts';
import {
  codesIn,
  codesOf,
  conceptText,
  conceptTexts,
  type FindName,
  inBoth,
  joined,
  LOINC,
  noteTexts,
  sameInBoth,
} from '../../words/concept.ts';
import { dayText } from '../../words/day.ts';
import { PHRASES } from '../../words/phrases.ts';
import type { ItemRow, MapContext, Person } from '../context.ts';
import { contradicts, marksOf } from './marks.ts';

const ReferenceRange = fields({
  low: Quantity,
  high: Quantity,
  type: Concept,
  appliesTo: list(Concept),
  age: Range,
  text,
});
type ReferenceRange = Static<typeof ReferenceRange>;

const measured = {
  code: Concept,
  valueQuantity: Quantity,
  valueCodeableConcept: Concept,
  valueString: text,
  valueBoolean: Type.Boolean(),
  valueInteger: Decimal,
  valueRange: Range,
  valueRatio: Ratio,
  valueTime: text,
  valueDateTime: text,
  valuePeriod: Period,
  valueSampledData: fields({}),
  dataAbsentReason: Concept,
  interpretation: list(Concept),
  referenceRange: list(ReferenceRange),
};

const Component = fields(measured);
/** An Observation or one of its components. */
type Measured = Static<typeof Component>;

export const ObservationSchema = fields({
  ...resource,
  ...measured,
  status: text,
  category: list(Concept),
  subject: Reference,
  effectiveDateTime: text,
  effectivePeriod: Period,
  effectiveInstant: text,
  issued: text,
  note: list(Note),
  component: list(Component),
  hasMember: list(Reference),
});
type ObservationResource = Static<typeof ObservationSchema>;

/** Words for how final something is; absent for what is final. */
export const STATUS: Readonly<Record<string, Text>> = {
  registered: PHRASES.onItsWay,
  preliminary: PHRASES.notFinal,
  partial: PHRASES.notFinal,
  amended: PHRASES.corrected,
  corrected: PHRASES.corrected,
  appended: PHRASES.corrected,
  cancelled: PHRASES.notDone,
  unknown: PHRASES.unclearIfFinal,
};

/** States in which a value is not yet, or no longer, one to compare. */
const WITHOUT_VERDICT: ReadonlySet<string> = new Set(['registered', 'cancelled', 'unknown']);

/** Returns when it was measured or, if it does not say, its report was made. */
const measuredAt = (of: Resource & ObservationResource, context: MapContext): string | null =>
  firstTime(of.effectiveDateTime, of.effectivePeriod?.end, of.effectivePeriod?.start, of.effectiveInstant, of.issued) ??
  context.reportedAt(of);

/** Returns a code that groups values of one kind: LOINC's as it is, a hospital's own as a hash. */
function groupCode(concept: Concept | undefined, name: Text): string {
  const chosen = concept?.coding?.filter(({ userSelected }) => userSelected) ?? [];
  const [loinc] = [...codesIn({ coding: chosen }, LOINC), ...codesIn(concept, LOINC)];
  if (loinc !== undefined && /^[0-9]{1,7}-[0-9]$/.test(loinc)) return loinc;
  const [coding] = concept?.coding ?? [];
  return sha256(coding?.code ? `${coding.system ?? ''}|${coding.code}` : name.en).slice(0, 16);
}

const isLab = ({ category = [] }: ObservationResource) =>
  category.some((concept) => codesOf(concept).includes('laboratory'));

interface MeasuredValue {
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
    return joined(sides, ' : ');
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
function measuredValue(of: Measured, nameOf: FindName): MeasuredValue {
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
function rangeFor(
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
function rangeText(range: ReferenceRange, nameOf: FindName): Text {
  const said = range.text?.trim().replace(NO_RANGE, '').replace(/\s+/g, ' ');
  const span = spanText(range) ?? sameInBoth(said ?? '');
  const type = isNormalType(range) ? undefined : conceptText(range.type, nameOf);
  const ages = range.age && ageSpanText(range.age);
  const whom = joined([type, ...conceptTexts(range.appliesTo, nameOf), ages], ', ');
  return inBoth((locale) => [span[locale], whom[locale] && `(${whom[locale]})`].filter(Boolean).join(' '));
}

type Comparison = Pick<ObservationBody, 'range' | 'verdict'>;

const NOT_COMPARED: Comparison = { range: null, verdict: null };

/** Compares the value with the range for this person, unless either is in doubt; a mark that contradicts it leads. */
function compareWithRange(
  of: Measured,
  { quantity }: MeasuredValue,
  at: string | null,
  mark: MarkDocument | null,
  { person, nameOf }: MapContext,
): Comparison {
  if (!quantity) return NOT_COMPARED;
  const range = rangeFor(of.referenceRange ?? [], quantity, person.sex, agesAt(person.birthDate, at));
  const verdict = range && verdictOf(quantity, range);
  if (!range || !verdict) return NOT_COMPARED;
  const [low = null, high = null] = [range.low?.value, range.high?.value].map((limit) => limit && shownValue(limit));
  return {
    range: { low, high, text: rangeText(range, nameOf) },
    verdict: mark && contradicts(mark, verdict) ? null : verdict,
  };
}

function numberOf({ quantity }: MeasuredValue): ObservationBody['number'] {
  if (!quantity?.value || quantity.comparator !== undefined) return null;
  return { value: shownValue(quantity.value), figure: figureOf(quantity.value), unit: unitOf(quantity) };
}

function bodyOf(of: Measured, from: ObservationResource, at: string | null, context: MapContext): ObservationBody {
  const { nameOf } = context;
  const value = measuredValue(of, nameOf);
  const status = from.status ?? 'unknown';
  const hasParts = of === from && (from.component ?? []).length + (from.hasMember ?? []).length > 0;
  const { mark, marks } = marksOf(status === 'cancelled' ? [] : (of.interpretation ?? []), nameOf);
  return {
    name: conceptText(of.code, nameOf) ?? PHRASES.unnamed,
    kind: value.kind === 'none' && hasParts ? 'panel' : value.kind,
    words: value.words,
    number: numberOf(value),
    unit: value.quantity ? unitOf(value.quantity) : null,
    ...(WITHOUT_VERDICT.has(status) ? NOT_COMPARED : compareWithRange(of, value, at, mark, context)),
    ranges: (of.referenceRange ?? []).map((range) => rangeText(range, nameOf)).filter(({ en }) => en !== ''),
    mark,
    marks,
    status: STATUS[status] ?? null,
    notes: of === from ? noteTexts(from.note) : [],
    isLab: isLab(from),
    lang: from.language ?? null,
  };
}

const rowOf = (body: ObservationBody, of: Measured, at: string | null, part?: string): ItemRow => ({
  table: 'record_items',
  kind: 'observation',
  code: groupCode(of.code, body.name),
  at,
  until: null,
  body,
  ...(part === undefined ? {} : { part }),
});

const isUnnamed = ({ code }: Measured) => !code?.text && !code?.coding?.some(({ display }) => display);

const hasCodeOf = (one: Measured, other: Measured) =>
  (one.code?.coding ?? []).some(({ system, code }) =>
    other.code?.coding?.some((coding) => coding.system === system && coding.code === code),
  );

/**
 * Returns components with names that tell them apart: those that share their text, but not their code, are named by the
 * code, since one of the two texts is wrong; one without a name, but with the code of the whole, is named like that.
 */
function namedComponents(from: ObservationResource): Measured[] {
  const components = from.component ?? [];
  const isShared = (text: string) => {
    const same = components.filter(({ code }) => code?.text === text);
    return new Set(same.map(({ code }) => code?.coding?.[0]?.code)).size > 1;
  };
  return components.map((component) => {
    if (from.code && isUnnamed(component) && hasCodeOf(component, from)) return { ...component, code: from.code };
    const { text, ...code } = component.code ?? {};
    return text !== undefined && isShared(text) ? { ...component, code } : component;
  });
}

/** Returns the value itself, then each of its components. */
export function mapObservation(from: Resource & ObservationResource, context: MapContext): ItemRow[] {
  const at = measuredAt(from, context);
  const whole = bodyOf(from, from, at, context);
  const parts = namedComponents(from).map((component, index) => {
    const body = bodyOf(component, from, at, context);
    const isSameName = body.name.en === whole.name.en && body.name.fr === whole.name.fr;
    return rowOf(isSameName ? body : { ...body, partOf: whole.name }, component, at, String(index));
  });
  return [rowOf(whole, from, at), ...parts];
}

/** Returns a value as results and its series over time show it. */
export function observationDocument(body: ObservationBody, id: string, at: string | null): ObservationDocument {
  const { name, partOf, number, words, range, ranges, verdict, mark = null, marks, status, notes } = body;
  return {
    id,
    code: '',
    display: partOf ? joined([partOf, name], ' – ') : name,
    valueQuantity: number && { value: number.value, unit: number.unit, figure: number.figure },
    valueString: number ? null : words,
    referenceRange: range ?? (ranges.length > 0 ? { low: null, high: null, text: joined(ranges, '; ') } : null),
    at,
    mark,
    marks,
    status,
    notes,
    verdict,
  };
}
