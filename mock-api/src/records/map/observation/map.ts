/** An Observation, or a component of one, as a patient reads it. */

import type { MarkDocument, ObservationDocument, Text } from '../../../common/documents.ts';
import type { ObservationBody } from '../../../common/record-documents.ts';
import { sha256 } from '../../../security/secrets.ts';
import type { Concept, Resource } from '../../fhir/datatypes.ts';
import { agesAt, firstTime } from '../../fhir/time.ts';
import { figureOf, shownValue, unitOf } from '../../words/amount.ts';
import { codesIn, codesOf, conceptText, joined, LOINC, noteTexts } from '../../words/concept.ts';
import { PHRASES } from '../../words/phrases.ts';
import type { ItemRow, MapContext } from '../context.ts';
import { contradicts, marksOf } from './marks.ts';
import { rangeFor, rangeText, verdictOf } from './range.ts';
import type { Measured, ObservationResource } from './schema.ts';
import { type MeasuredValue, measuredValue } from './value.ts';

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
export function groupCode(concept: Concept | undefined, name: Text): string {
  const chosen = concept?.coding?.filter(({ userSelected }) => userSelected) ?? [];
  const [loinc] = [...codesIn({ coding: chosen }, LOINC), ...codesIn(concept, LOINC)];
  if (loinc !== undefined && /^[0-9]{1,7}-[0-9]$/.test(loinc)) return loinc;
  const [coding] = concept?.coding ?? [];
  return sha256(coding?.code ? `${coding.system ?? ''}|${coding.code}` : name.en).slice(0, 16);
}

const isLab = ({ category = [] }: ObservationResource) =>
  category.some((concept) => codesOf(concept).includes('laboratory'));

type Judged = Pick<ObservationBody, 'range' | 'verdict'>;

const NOT_JUDGED: Judged = { range: null, verdict: null };

/** Compares the value with the range for this person, unless either is in doubt; a mark that contradicts it leads. */
function judge(
  of: Measured,
  { quantity }: MeasuredValue,
  at: string | null,
  mark: MarkDocument | null,
  { person, nameOf }: MapContext,
): Judged {
  if (!quantity) return NOT_JUDGED;
  const range = rangeFor(of.referenceRange ?? [], quantity, person.sex, agesAt(person.birthDate, at));
  const verdict = range && verdictOf(quantity, range);
  if (!range || !verdict) return NOT_JUDGED;
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
    ...(WITHOUT_VERDICT.has(status) ? NOT_JUDGED : judge(of, value, at, mark, context)),
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
