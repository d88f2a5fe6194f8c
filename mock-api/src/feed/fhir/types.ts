/** Data types of HL7 version 2 as FHIR R4's. Missing parts are undefined, which JSON leaves out. */
import { FhirNumber } from '../../records/fhir/json.ts';
import { LOINC } from '../../records/words/concept.ts';
import type { FieldValue, Said } from '../message.ts';

/** Code system of codes that name none, also in the hospital's file of names. */
const LOCAL = 'L';

const UCUM = 'http://unitsofmeasure.org';

const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['LN', LOINC],
  ['LOINC', LOINC],
  ['2.16.840.1.113883.6.1', LOINC],
  ['SCT', 'http://snomed.info/sct'],
  ['SNOMED-CT', 'http://snomed.info/sct'],
  ['2.16.840.1.113883.6.96', 'http://snomed.info/sct'],
  ['UCUM', UCUM],
  ['I10', 'http://hl7.org/fhir/sid/icd-10'],
  ['RXNORM', 'http://www.nlm.nih.gov/research/umls/rxnorm'],
  ['CVX', 'http://hl7.org/fhir/sid/cvx'],
]);

/** Returns the system of a code: FHIR's address of it, else as the sender wrote it. */
function systemOf(written: string | undefined): string {
  if (written === undefined) return LOCAL;
  const table = /^HL7(\d{4})$/.exec(written)?.[1];
  return SYSTEMS.get(written) ?? (table === undefined ? written : tableOf(table));
}

/** Returns the address of a table of HL7, such as 0074. */
export const tableOf = (table: string): string => `http://terminology.hl7.org/CodeSystem/v2-${table}`;

export interface FeedCoding {
  system: string;
  code: string | undefined;
  display: string | undefined;
}

export interface FeedConcept {
  coding?: FeedCoding[];
  text?: string;
}

/** First component of each of the codes in one field (CE, CWE). */
const CODES: readonly number[] = [1, 4, 10];

/** Returns a coded value (CE, CWE, IS); undefined for an empty one. One without a system may be only words. */
export function conceptOf(field: FieldValue): FeedConcept | undefined {
  const coding = CODES.flatMap((first): FeedCoding[] => {
    const [code, display] = [field.text(first), field.text(first + 1)];
    if (code === undefined && display === undefined) return [];
    return [{ system: systemOf(field.text(first + 2)), code, display }];
  });
  const isOnlyCode = coding.length === 1 && coding[0]?.system === LOCAL && coding[0].display === undefined;
  const text = field.text(9) ?? (isOnlyCode ? coding[0]?.code : undefined);
  if (coding.length === 0 && text === undefined) return undefined;
  return { ...(coding.length > 0 && { coding }), ...(text !== undefined && { text }) };
}

/** Returns the words of a concept: its text, else a display, else its code. */
export const wordsOf = ({ coding = [], text }: FeedConcept): string | undefined =>
  text ?? coding.find(({ display }) => display !== undefined)?.display ?? coding[0]?.code;

export interface FeedQuantity {
  value: FhirNumber;
  comparator?: string;
  unit?: string;
  system?: string;
  code?: string;
}

export type FeedUnit = Pick<FeedQuantity, 'unit' | 'system' | 'code'>;

/** Returns the unit in OBX-6: the code that people read, such as mg/dL, unless it is one of the sender's own. */
export function unitOf(field: FieldValue): FeedUnit {
  const [code, display, system] = [field.text(1), field.text(2), systemOf(field.text(3))];
  // A power that the sender forgot to escape: 10^3/uL.
  if (code === '10' && /^\d+(\/|$)/.test(display ?? '')) return { unit: `${code}^${display}` };
  if (system === UCUM && code !== undefined) return { unit: code, system, code };
  const unit = display ?? code;
  return unit === undefined ? {} : { unit };
}

/** More digits than any measurement has. */
const MOST_DIGITS = 30;

/** Returns a decimal with the digits that were written, but always one before its point; undefined for another text. */
export function numberOf(written: string | undefined): FhirNumber | undefined {
  const [, sign = '', whole = '', fraction] = /^(-?)(0|[1-9]\d*)?(?:\.(\d*))?$/.exec(written ?? '') ?? [];
  if (whole === '' && !fraction) return undefined;
  const text = `${sign}${whole || '0'}${fraction ? `.${fraction}` : ''}`;
  return text.length > MOST_DIGITS ? undefined : new FhirNumber(Number(text), text);
}

/** Comparators as senders write them -> FHIR's. */
const COMPARATORS: ReadonlyMap<string, string> = new Map([
  ['<', '<'],
  ['>', '>'],
  ['<=', '<='],
  ['>=', '>='],
  ['=<', '<='],
  ['=>', '>='],
  ['≤', '<='],
  ['≥', '>='],
]);

/** Returns FHIR's comparator; null for equality, undefined for anything else. */
export const comparatorOf = (written: string | undefined): string | null | undefined =>
  written === undefined || written === '=' ? null : COMPARATORS.get(written);

/** Returns a number with a comparator, such as `<0.01`; undefined for another text. */
export function comparedNumber(written: string): Pick<FeedQuantity, 'value' | 'comparator'> | undefined {
  const [, sign, digits] = /^([<>≤≥=]{0,2})\s*(-?[\d.]+)$/.exec(written.trim()) ?? [];
  const value = numberOf(digits);
  const comparator = comparatorOf(sign || undefined);
  if (!value || comparator === undefined) return undefined;
  return comparator === null ? { value } : { value, comparator };
}

/** Returns a doctor's name (XCN; before 2.3.1 CN): "Dr Mary Lee"; undefined without a family name. */
export function staffName(field: FieldValue): string | undefined {
  const family = field.text(2, 1);
  if (family === undefined) return undefined;
  return [field.text(6), field.text(3), family, field.text(5)].filter((part) => part !== undefined).join(' ');
}

export interface FeedName {
  use?: string;
  family: Said;
  given: string[];
  prefix?: string[];
  suffix?: string[];
}

/** Type of a name (table 0200) -> FHIR's use. */
const NAME_USES: ReadonlyMap<string, string> = new Map([
  ['L', 'official'],
  ['R', 'official'],
  ['D', 'usual'],
  ['M', 'maiden'],
  ['N', 'nickname'],
  ['BAD', 'old'],
  ['TEMP', 'temp'],
  ['NAV', 'temp'],
  ['MSK', 'anonymous'],
  ['S', 'anonymous'],
  ['A', 'nickname'],
]);

/** Returns a person's name (XPN); undefined without family and given name. */
export function nameOf(field: FieldValue): FeedName | undefined {
  const family = field.at(1, 1);
  const given = [field.text(2), field.text(3)].filter((part) => part !== undefined);
  if (family === undefined && given.length === 0) return undefined;
  const use = NAME_USES.get(field.text(7) ?? 'L');
  const [suffix, prefix] = [field.text(4), field.text(5)];
  return {
    ...(use !== undefined && { use }),
    family,
    given,
    ...(prefix !== undefined && { prefix: [prefix] }),
    ...(suffix !== undefined && { suffix: [suffix] }),
  };
}

/** Returns the parts of a place (PL): ward, room and bed; a room without a number is known by its bed. */
export function placeOf(field: FieldValue): { ward: string | null; room: string | null; bed: string | null } {
  const [ward = null, room = null, bed = null] = [field.text(1), field.text(2), field.text(3)];
  return { ward, room: room ?? bed, bed };
}

/** Returns a place in the sender's words: its description, else all of its parts. */
export function placeText(field: FieldValue): string | undefined {
  const parts = [field.text(1), field.text(2), field.text(3)].filter((part) => part !== undefined);
  return field.text(9) ?? (parts.join(', ') || undefined);
}
