/** A coded concept as people read it. */
import { ALL_LANGUAGES, matchLanguage } from 'shared-ui/contract/languages';
import { Catalogues, inEach, type Locale, type Text, textIn } from '../../common/i18n.ts';
import type { NamesTable } from '../../config/fhir.ts';
import type names from '../../locales/names.en.json';
import type { Coding, Concept, Extended, Note } from '../fhir/datatypes.ts';
import codes from './codes.json' with { type: 'json' };

/** Systems whose codes are those of another. */
const ALIASES: Readonly<Record<string, string>> = {
  'http://terminology.hl7.org/CodeSystem/v2-0078': 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  'urn:oid:2.16.840.1.113883.6.24': 'urn:iso:std:iso:11073:10101',
};

/** Returns the name of a code, or undefined if no table has it. */
export type FindName = (system: string | undefined, code: string | undefined) => Text | undefined;

function nameIn<Name>(table: Readonly<Record<string, Readonly<Record<string, Name>>>>, system: string, code: string) {
  const ofSystem = Object.hasOwn(table, system) ? table[system] : undefined;
  return ofSystem && Object.hasOwn(ofSystem, code) ? ofSystem[code] : undefined;
}

const NAMES = new Catalogues<keyof typeof names>(['names']);

/** Returns the product's own name of a code, from `locales/names.<tag>.json`. */
function ownName(system: string, code: string): Text | undefined {
  const key = nameIn<string>(codes, system, code);
  return key !== undefined && NAMES.has(key) ? NAMES.all(key) : undefined;
}

/** Returns a lookup in a hospital's table and, for what it lacks, in the product's own. */
export const findNames =
  (hospital: NamesTable): FindName =>
  (system = '', code = '') =>
    nameIn(hospital, system, code) ?? ownName(system, code) ?? ownName(ALIASES[system] ?? '', code);

export const LOINC = 'http://loinc.org';
const SNOMED = 'http://snomed.info/sct';
const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation';

export const distinct = (texts: readonly Text[]): Text[] => [
  ...new Map(texts.map((text) => [`${text.en}\u0000${text.fr}`, text])).values(),
];

export const present = (texts: readonly (Text | undefined)[]): Text[] => texts.filter((text) => text !== undefined);

/** Returns texts as one, without those that are missing or empty. */
export const joined = (texts: readonly (Text | undefined)[], separator: string): Text =>
  inEach((locale) => texts.flatMap((text) => (text && textIn(text, locale)) || []).join(separator));

function translated(element: Extended | undefined, locale: Locale): string | undefined {
  for (const { url, extension: parts = [] } of element?.extension ?? []) {
    if (url !== TRANSLATION) continue;
    const language = parts.find((part) => part.url === 'lang')?.valueCode;
    const content = parts.find((part) => part.url === 'content');
    const words = content?.valueString ?? content?.valueMarkdown;
    if (words && matchLanguage([language ?? ''], ALL_LANGUAGES) === locale) return words.trim();
  }
  return undefined;
}

/**
 * Returns words of the source for readers of all languages: in its translation, where it has one. Undefined without
 * any.
 */
export function saidText(words: string | undefined, element?: Extended): Text | undefined {
  const said = words?.trim();
  return said ? inEach((locale) => translated(element, locale) ?? said) : undefined;
}

export const noteTexts = (notes: readonly Note[] = []): Text[] =>
  present(notes.map(({ text, _text }) => saidText(text, _text)));

/** What kind of thing a concept is, at the end of SNOMED's full names. */
const SNOMED_TAG =
  /\s+\((disorder|finding|procedure|product|medicinal product|clinical drug|substance|situation|body structure|organism|event|person|occupation|observable entity|qualifier value|regime\/therapy|morphologic abnormality|physical object)\)$/i;

/** What SNOMED's full names say about the name, around the words that a person would use. */
const SNOMED_WRAPPING: readonly RegExp[] = [
  SNOMED_TAG,
  /\s+-\s+dosing instruction (fragment|imperative)$/i,
  /^Product containing (only )?/,
];

/** SNOMED's full names end in what kind of thing they are: "Asthma (disorder)". */
const displayOf = ({ system, display }: Coding): string | undefined => {
  const words = display?.trim();
  if (system !== SNOMED) return words || undefined;
  return SNOMED_WRAPPING.reduce((rest, wrapping) => rest?.replace(wrapping, ''), words) || undefined;
};

/** Codes of these systems are numbers, which say nothing to a person. */
const isReadable = ({ system, code }: Coding): boolean =>
  code !== undefined && system !== LOINC && system !== SNOMED && !/^[\d.-]*$/.test(code);

/**
 * Returns the name of a concept: from the tables of names (of the code that a person chose, if they did), else the
 * source's translation for the reader, else its words, else its code. Undefined if it says nothing.
 */
export function conceptText(concept: Concept | undefined, nameOf: FindName): Text | undefined {
  const codings = concept?.coding ?? [];
  const chosen = codings.find((coding) => coding.userSelected && displayOf(coding));
  const named = chosen ? [chosen] : codings;
  const known = named.map(({ system, code }) => nameOf(system, code)).find((name) => name !== undefined);
  if (known) return known;
  const coding = chosen ?? codings.find((item) => displayOf(item));
  const said = concept?.text?.trim() || (coding && displayOf(coding)) || codings.find(isReadable)?.code;
  if (!said) return undefined;
  return inEach(
    (locale) =>
      translated(concept?._text, locale) ??
      codings.map(({ _display }) => translated(_display, locale)).find((words) => words !== undefined) ??
      said,
  );
}

export const codesIn = (concept: Concept | undefined, system: string): string[] =>
  (concept?.coding ?? []).flatMap((coding) => (coding.system === system && coding.code ? [coding.code] : []));

/** Returns the names of concepts, without those that say nothing. */
export const conceptTexts = (concepts: readonly Concept[] | undefined, nameOf: FindName): Text[] =>
  present((concepts ?? []).map((concept) => conceptText(concept, nameOf)));

/** Returns all codes of a concept, whatever their system. */
export const codesOf = (concept: Concept | undefined): string[] =>
  (concept?.coding ?? []).flatMap(({ code }) => (code ? [code] : []));
