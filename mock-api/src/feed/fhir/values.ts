/** Values and reference ranges of results (OBX-2 to OBX-7), as they were written. */
import type { Hl7Segment } from '@medplum/core';
import { type FieldValue, fieldOf, repetitionsOf } from '../message.ts';
import { fieldTime, timeOf, timeOfDay } from './time.ts';
import {
  comparatorOf,
  comparedNumber,
  conceptOf,
  type FeedQuantity,
  type FeedUnit,
  nameOf,
  numberOf,
  staffName,
  unitOf,
  wordsOf,
} from './types.ts';

/** The field of an Observation that holds its value, or none. */
type Value = Readonly<Record<string, unknown>>;

const NO_VALUE: Value = {};

/** Returns the texts of all repetitions, which are lines of text or several values. */
function linesOf(obx: Hl7Segment): string[] {
  const lines = repetitionsOf(obx, 5).map((one) => one.whole ?? '');
  return lines.some((line) => line.trim() !== '') ? lines.map((line) => line.trimEnd()) : [];
}

const textValue = (text: string): Value => (text.trim() === '' ? NO_VALUE : { valueString: text });

/** Figures that are no decimal, such as 1,2 or 5-10, with their unit as it was written. */
const figuresValue = (text: string, unit: FeedUnit): Value =>
  textValue(unit.unit !== undefined && /^[<>≤≥=\s]*[-+]?[\d.,:+-]+$/.test(text) ? `${text.trim()} ${unit.unit}` : text);

/** Returns a text with the separators of its parts as spaces. */
const spaced = (field: FieldValue): string =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].flatMap((component) => field.text(component) ?? []).join(' ');

/** A number that is a text is a quantity where it has a unit or a range of numbers, and else stays a text. */
function numericValue(text: string, unit: FeedUnit, isMeasured: boolean): Value {
  const number = isMeasured ? comparedNumber(text) : undefined;
  return number ? { valueQuantity: { ...number, ...unit } } : figuresValue(text, unit);
}

/** Structured numeric: comparator, number, separator, number, such as `<^5` or `^1^:^40`. */
function structuredValue(field: FieldValue, unit: FeedUnit): Value {
  const [first, separator, second] = [field.text(2), field.text(3), field.text(4)];
  const comparator = comparatorOf(field.text(1));
  const [one, other] = [numberOf(first), numberOf(second)];
  const asWritten = [field.text(1), first, separator, second].filter((part) => part !== undefined).join('');
  if (!one || comparator === undefined) return textValue(asWritten);
  if (separator === undefined && second === undefined)
    return { valueQuantity: { value: one, ...(comparator !== null && { comparator }), ...unit } };
  if (!other || comparator !== null) return textValue(asWritten);
  if (separator === '-') return { valueRange: { low: { value: one, ...unit }, high: { value: other, ...unit } } };
  const isRatio = separator === ':' || separator === '/';
  return isRatio ? { valueRatio: { numerator: { value: one }, denominator: { value: other } } } : textValue(asWritten);
}

function timeValue(field: FieldValue, zone: string | undefined): Value {
  const time = fieldTime(field, zone);
  return time === undefined ? textValue(spaced(field)) : { valueDateTime: time };
}

function periodValue(field: FieldValue, zone: string | undefined): Value {
  const [start, end] = [timeOf(field.text(1, 1), zone), timeOf(field.text(2, 1), zone)];
  return start === undefined && end === undefined ? textValue(spaced(field)) : { valuePeriod: { start, end } };
}

function rangeValue(field: FieldValue, unit: FeedUnit): Value {
  const [low, high] = [numberOf(field.text(1)), numberOf(field.text(2))];
  if (!low && !high) return textValue(spaced(field));
  return {
    valueRange: { ...(low && { low: { value: low, ...unit } }), ...(high && { high: { value: high, ...unit } }) },
  };
}

function personValue(field: FieldValue, type: string): Value {
  const name = nameOf(field);
  const words =
    type === 'XPN' && name ? [...(name.prefix ?? []), ...name.given, name.family ?? ''].join(' ') : undefined;
  return textValue(words ?? staffName(field) ?? spaced(field));
}

/** Returns the value of one repetition. */
function singleValue(field: FieldValue, type: string, unit: FeedUnit, zone: string | undefined): Value {
  switch (type) {
    case 'NM':
      return numericValue(field.whole?.trim() ?? '', unit, true);
    case 'SN':
      return structuredValue(field, unit);
    case 'CE':
    case 'CWE':
    case 'CF':
    case 'CNE':
    case 'IS':
    case 'ID': {
      const concept = conceptOf(field);
      return concept ? { valueCodeableConcept: concept } : NO_VALUE;
    }
    case 'DT':
    case 'TS':
    case 'DTM':
      return timeValue(field, zone);
    case 'TM': {
      const time = timeOfDay(field.text(1) ?? '');
      return time === undefined ? textValue(spaced(field)) : { valueTime: time };
    }
    case 'DR':
      return periodValue(field, zone);
    case 'NR':
      return rangeValue(field, unit);
    case 'XPN':
    case 'XCN':
    case 'CN':
    case 'PN':
      return personValue(field, type);
    default:
      return textValue(spaced(field));
  }
}

const CODED: ReadonlySet<string> = new Set(['CE', 'CWE', 'CF', 'CNE', 'IS', 'ID']);
const TEXTS: ReadonlySet<string> = new Set(['ST', 'TX', 'FT', '']);

/** Returns what a result says; no field if it says nothing, or that its value is to be deleted. */
export function resultValue(obx: Hl7Segment, zone: string | undefined): Value {
  const type = fieldOf(obx, 2).text(1) ?? '';
  const unit = unitOf(fieldOf(obx, 6));
  const values = repetitionsOf(obx, 5).filter((one) => !one.isEmpty && !one.isDeleted);
  const [only] = values;
  if (!only) return NO_VALUE;
  if (TEXTS.has(type)) {
    const lines = linesOf(obx);
    const isMeasured =
      lines.length === 1 && (unit.unit !== undefined || rangesOf(obx).some(({ low, high }) => low ?? high));
    return numericValue(lines.join('\n'), unit, type !== 'TX' && type !== 'FT' && isMeasured);
  }
  if (values.length === 1) return singleValue(only, type, unit, zone);
  const words = values.map((one) => (CODED.has(type) ? wordsOf(conceptOf(one) ?? {}) : spaced(one)));
  return textValue(words.filter((one) => one !== undefined).join('; '));
}

export interface FeedRange {
  low?: FeedQuantity;
  high?: FeedQuantity;
  text: string;
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const SPAN = new RegExp(String.raw`^[([]?\s*(${NUMBER})\s*(?:-|–|—|\.\.|to|à)\s*(${NUMBER})\s*[)\]]?$`, 'i');
/** Limits that are included. What is excluded, such as `<5`, stays a text: FHIR's limits are included. */
const LIMIT = new RegExp(String.raw`^(<=|=<|≤|>=|=>|≥)\s*(${NUMBER})$`);

/** Returns the text without the unit that some senders repeat in it. */
function withoutUnit(text: string, { unit }: FeedUnit): string {
  return unit !== undefined && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
}

function rangeOf(text: string, unit: FeedUnit): FeedRange {
  const bare = withoutUnit(text, unit);
  const [, from, until] = SPAN.exec(bare) ?? [];
  const [low, high] = [numberOf(from), numberOf(until)];
  if (low && high && low.value <= high.value)
    return { low: { value: low, ...unit }, high: { value: high, ...unit }, text };
  const [, comparator, figure] = LIMIT.exec(bare) ?? [];
  const limit = numberOf(figure);
  if (!limit) return { text };
  const quantity = { value: limit, ...unit };
  return comparatorOf(comparator) === '<=' ? { high: quantity, text } : { low: quantity, text };
}

/** Returns the reference ranges of a result: with limits where they are certain, always with their words. */
export function rangesOf(obx: Hl7Segment): FeedRange[] {
  const unit = unitOf(fieldOf(obx, 6));
  return repetitionsOf(obx, 7).flatMap((one) => {
    const text = one.whole?.trim();
    return text ? [rangeOf(text, unit)] : [];
  });
}
