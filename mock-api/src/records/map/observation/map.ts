/** An Observation, or a component of one, as a patient reads it: its value, and how that compares with its range. */
import { type Static, Type } from 'typebox';
import type { MarkDocument, ObservationDocument, Text } from '../../../common/documents.ts';
import { sameInEach } from '../../../common/i18n.ts';
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
import { ownKey } from '../../fhir/references.ts';
import { agesAt, firstTime, readTime } from '../../fhir/time.ts';
import { amountText, figureOf, shownValue, spanText, unitOf } from '../../words/amount.ts';
import { codesIn, codesOf, conceptText, type FindName, joined, LOINC, noteTexts } from '../../words/concept.ts';
import { dayText } from '../../words/day.ts';
import { listed, PHRASES } from '../../words/phrases.ts';
import { isSameUnit, kindOfUnit } from '../../words/units.ts';
import type { ItemRow, MapContext } from '../context.ts';
import { contradicts, marksOf } from './marks.ts';
import { ReferenceRange, rangeFor, rangeText, verdictOf } from './ranges.ts';

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

const UCUM = 'http://unitsofmeasure.org';

const isLab = ({ category = [] }: ObservationResource) =>
  category.some((concept) => codesOf(concept).includes('laboratory'));

interface MeasuredValue {
  kind: 'number' | 'words' | 'recording' | 'absent' | 'none';
  /** Null for `none`. */
  words: Text | null;
  /** For `number`. */
  quantity?: Quantity;
}

const timeText = (written: string) => (readTime(written) === null ? sameInEach(written) : dayText(written));

function otherValue(of: Measured, nameOf: FindName): Text | undefined {
  if (of.valueCodeableConcept) return conceptText(of.valueCodeableConcept, nameOf);
  if (of.valueString?.trim()) return sameInEach(of.valueString.trim());
  if (of.valueBoolean !== undefined) return of.valueBoolean ? PHRASES.yes : PHRASES.no;
  if (of.valueRange) return spanText(of.valueRange);
  if (of.valueRatio) {
    const { numerator, denominator } = of.valueRatio;
    const sides = [numerator && amountText(numerator), denominator && amountText(denominator)];
    return joined(sides, ' : ');
  }
  if (of.valueDateTime !== undefined) return timeText(of.valueDateTime);
  if (of.valueTime !== undefined) return sameInEach(of.valueTime);
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
  const correction = correctionOf(from);
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
    ...(correction && { correction }),
    ...(isUnitUnclear(value.quantity) && { isUnitUnclear: true }),
    notes: of === from ? noteTexts(from.note) : [],
    isLab: isLab(from),
    lang: from.language ?? null,
  };
}

/** States in which a value has been changed since it was final. */
const CORRECTED: ReadonlySet<string | undefined> = new Set(['amended', 'corrected', 'appended']);

/** Returns that it is corrected, and since when if the hospital says so; undefined for one that isn't. */
function correctionOf({ status, issued, meta }: ObservationResource): Text | undefined {
  if (!CORRECTED.has(status)) return undefined;
  const at = [issued, meta?.lastUpdated].find((time) => readTime(time) !== null);
  return listed([PHRASES.corrected, at === undefined ? undefined : dayText(at)], 'comma');
}

/** Returns whether the unit in words and its UCUM code say different things. */
function isUnitUnclear(of: MeasuredValue['quantity']): boolean {
  const { unit, code, system } = of ?? {};
  if (unit === undefined || code === undefined || system !== UCUM) return false;
  return kindOfUnit(unit) !== undefined && kindOfUnit(code) !== undefined && !isSameUnit(unit, code);
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

/** LOINC codes of the upper and the lower blood pressure, as FHIR's vital signs have them. */
export const BLOOD_PRESSURE = { upper: '8480-6', lower: '8462-4', both: '85354-9' } as const;

/** Returns which components are the two numbers of a blood pressure; none unless there is exactly one of each. */
function bloodPressureIn(components: readonly Measured[]): readonly Measured[] {
  const of = (code: string) => components.filter((component) => codesIn(component.code, LOINC).includes(code));
  const [upper, lower] = [of(BLOOD_PRESSURE.upper), of(BLOOD_PRESSURE.lower)];
  return upper.length === 1 && lower.length === 1 ? [...upper, ...lower] : [];
}

/** Returns the value itself, then each of its components. */
export function mapObservation(from: Resource & ObservationResource, context: MapContext): ItemRow[] {
  const at = measuredAt(from, context);
  const whole = bodyOf(from, from, at, context);
  const components = namedComponents(from);
  const paired = bloodPressureIn(components);
  const pair = { pair: sha256(ownKey(from)).slice(0, 16) };
  const parts = components.map((component, index) => {
    const body = { ...bodyOf(component, from, at, context), ...(paired.includes(component) && pair) };
    const isSameName = body.name.en === whole.name.en && body.name.fr === whole.name.fr;
    return rowOf(isSameName ? body : { ...body, partOf: whole.name }, component, at, String(index));
  });
  return [rowOf(whole, from, at), ...parts];
}

/** Returns a value as results and its series over time show it. */
export function observationDocument(body: ObservationBody, id: string, at: string | null): ObservationDocument {
  const { name, partOf, number, words, range, ranges, verdict, mark = null, marks, status, notes, correction } = body;
  return {
    id,
    code: '',
    display: partOf ? joined([partOf, name], ' – ') : name,
    valueQuantity: number && { value: number.value, unit: number.unit, figure: number.figure },
    valueString: number ? null : words,
    referenceRange: range ?? (ranges.length > 0 ? { low: null, high: null, text: listed(ranges, 'semicolon') } : null),
    at,
    mark,
    marks,
    status,
    ...(correction && { correction }),
    notes,
    verdict,
  };
}
