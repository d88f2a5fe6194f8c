/** A coded concept as people read it. */
import type { Text } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { Coding, Concept, Extended } from '../fhir/datatypes.ts';
import type { FindName } from './names.ts';

export const LOINC = 'http://loinc.org';
const SNOMED = 'http://snomed.info/sct';
const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation';

export const sameInBoth = (words: string): Text => ({ en: words, fr: words });

/** Returns the words in each language. */
export const inBoth = (say: (locale: Locale) => string): Text => ({ en: say('en'), fr: say('fr') });

/** Returns texts without repeats. */
export const distinct = (texts: readonly Text[]): Text[] => [
  ...new Map(texts.map((text) => [`${text.en}\u0000${text.fr}`, text])).values(),
];

/** Returns texts as one, without those that are empty. */
export const joined = (texts: readonly Text[], separator: string): Text =>
  inBoth((locale) =>
    texts
      .map((text) => text[locale])
      .filter((words) => words !== '')
      .join(separator),
  );

function translated(element: Extended | undefined, locale: Locale): string | undefined {
  for (const { url, extension: parts = [] } of element?.extension ?? []) {
    if (url !== TRANSLATION) continue;
    const language = parts.find((part) => part.url === 'lang')?.valueCode;
    const content = parts.find((part) => part.url === 'content');
    const words = content?.valueString ?? content?.valueMarkdown;
    if (words && language?.toLowerCase().split('-')[0] === locale) return words.trim();
  }
  return undefined;
}

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
 * Returns the name of a concept: from the tables of names (of the code that a person chose, if they did), else the source's translation for the reader, else its words,
 * else its code. Undefined if it says nothing.
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
  return inBoth(
    (locale) =>
      translated(concept?._text, locale) ??
      codings.map(({ _display }) => translated(_display, locale)).find((words) => words !== undefined) ??
      said,
  );
}

/** Returns the codes of a concept in one system. */
export const codesIn = (concept: Concept | undefined, system: string): string[] =>
  (concept?.coding ?? []).flatMap((coding) => (coding.system === system && coding.code ? [coding.code] : []));

/** Returns all codes of a concept, whatever their system. */
export const codesOf = (concept: Concept | undefined): string[] =>
  (concept?.coding ?? []).flatMap(({ code }) => (code ? [code] : []));
