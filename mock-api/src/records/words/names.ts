/** Plain names of codes in English and French: the hospital's table first, then the product's own. */
import type { Text } from '../../common/documents.ts';
import type { NamesTable } from '../../config/fhir.ts';
import own from './names.json' with { type: 'json' };

/** Systems whose codes are those of another. */
const ALIASES: Readonly<Record<string, string>> = {
  'http://terminology.hl7.org/CodeSystem/v2-0078': 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  'urn:oid:2.16.840.1.113883.6.24': 'urn:iso:std:iso:11073:10101',
};

/** Returns the name of a code, or undefined if no table has it. */
export type FindName = (system: string | undefined, code: string | undefined) => Text | undefined;

const nameIn = (table: NamesTable, system: string, code: string): Text | undefined =>
  Object.hasOwn(table, system) && Object.hasOwn(table[system] ?? {}, code) ? table[system]?.[code] : undefined;

/** Returns a lookup in a hospital's table and, for what it lacks, in the product's own. */
export const findNames =
  (hospital: NamesTable): FindName =>
  (system = '', code = '') =>
    nameIn(hospital, system, code) ?? nameIn(own, system, code) ?? nameIn(own, ALIASES[system] ?? '', code);
