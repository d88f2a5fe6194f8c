import type { PackTexts } from 'shared-ui/contract/language-pack';
import { PlainError } from '../plain-error.ts';
import { type Catalogue, readCatalogues, translationOf } from './catalogues.ts';
import { type Glossary, readGlossary, readTerms, termsMissed } from './glossary.ts';
import { isCount, type Wanted, wantedKeys } from './plurals.ts';

/** Rules for the texts of one language. */
export interface Rules {
  tag: string;
  terms: readonly string[];
  glossary: Glossary;
}

/** What is wrong with a translation. `what`: the placeholders, the number or the term. */
export type TextFault =
  | { kind: 'empty' | 'brace' | 'markup' | 'direction' | 'english' | 'letters' }
  | { kind: 'unknownPlaceholder' | 'missingPlaceholder' | 'number'; what: string }
  | { kind: 'term'; what: string; forms: string };

/** Returns a fault as the command prints it, after the key. */
export function describeFault(fault: TextFault): string {
  switch (fault.kind) {
    case 'empty':
      return 'is empty';
    case 'brace':
      return 'has a brace that belongs to no placeholder';
    case 'markup':
      return 'has other tags, line breaks or addresses than English';
    case 'direction':
      return 'has a number in parts that is not between U+2068 and U+2069';
    case 'english':
      return 'is still English';
    case 'letters':
      return 'has no letter of the language';
    case 'unknownPlaceholder':
      return `has ${fault.what}, which English lacks`;
    case 'missingPlaceholder':
      return `lacks ${fault.what}`;
    case 'number':
      return `lacks the number ${fault.what}`;
    case 'term':
      return `doesn't say "${fault.what}" as the glossary does (${fault.forms})`;
  }
}

export interface CheckResult {
  /** A sentence for each file that lacks texts. */
  missing: string[];
  /** A sentence for each fault of a text, with file and key. */
  faults: string[];
  /** How many texts the language has. */
  texts: number;
}

const PLACEHOLDER = /\{\{\w+\}\}|\{\w+\}/g;
/** Tags, line breaks and addresses. */
const MARKUP = /<\/?\w[^>]*>|\n|https?:\/\/[^\s.,]+/g;

const placeholdersIn = (text: string): string[] => text.match(PLACEHOLDER) ?? [];
const withoutPlaceholders = (text: string): string => text.replace(PLACEHOLDER, ' ');

/** A number in any script's digits, as one in our digits. */
const inOurDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) ?? 0) - zero < 9) zero -= 1;
    return String((digit.codePointAt(0) ?? 0) - zero);
  });

function placeholderFault({ sources, mayOmitCount }: Wanted, translation: string): TextFault | undefined {
  const found = placeholdersIn(translation);
  const known = [...new Set(sources.flatMap(placeholdersIn))];
  const unknown = found.filter((one) => !known.includes(one));
  if (unknown.length > 0) return { kind: 'unknownPlaceholder', what: unknown.join(' ') };
  if (/[{}]/.test(withoutPlaceholders(translation))) return { kind: 'brace' };
  const missing = known.filter((one) => !found.includes(one) && !(mayOmitCount && isCount(one)));
  return missing.length > 0 ? { kind: 'missingPlaceholder', what: missing.join(' ') } : undefined;
}

/** One is left out: languages say it as a word. */
function numberFault({ source }: Wanted, translation: string): TextFault | undefined {
  const numbersIn = (text: string): string[] => withoutPlaceholders(text).match(/\d+/g) ?? [];
  const found = numbersIn(inOurDigits(translation));
  const missing = numbersIn(source).filter((number) => number !== '1' && !found.includes(number));
  return missing.length > 0 ? { kind: 'number', what: missing.join(' ') } : undefined;
}

function markupFault({ source }: Wanted, translation: string): TextFault | undefined {
  const markup = (text: string) => (text.match(MARKUP) ?? []).toSorted().join('');
  return markup(source) === markup(translation) ? undefined : { kind: 'markup' };
}

/** A number of several parts outside of Unicode's isolates, such as a phone number. */
const NUMBER_IN_PARTS = /\+\d|\d[ -]\d/;

/** Text from right to left shows the parts of a number in the wrong order. */
function directionFault(translation: string): TextFault | undefined {
  const own = translation.replace(/\u2068[^\u2069]*\u2069/g, '');
  const isTurned = /\p{Script=Arabic}/u.test(translation) && NUMBER_IN_PARTS.test(own);
  return isTurned ? { kind: 'direction' } : undefined;
}

/** Returns a pattern for a letter of the language's script; undefined for Latin letters and for scripts in several. */
function ownLetter(tag: string): RegExp | undefined {
  const script = new Intl.Locale(tag).maximize().script?.replace(/^Han[st]$/, 'Hani');
  return script === 'Latn' || script === 'Jpan' || script === 'Kore'
    ? undefined
    : new RegExp(String.raw`\p{Script=${script}}`, 'u');
}

function untranslatedFault({ source }: Wanted, translation: string, { tag, glossary }: Rules): TextFault | undefined {
  const words = withoutPlaceholders(source).match(/\p{L}{2,}/gu) ?? [];
  if (words.length === 0 || glossary.same.includes(source)) return undefined;
  const letter = ownLetter(tag);
  if (letter) return letter.test(translation) ? undefined : { kind: 'letters' };
  return words.length > 1 && translation === source ? { kind: 'english' } : undefined;
}

function textFaults(id: string, wanted: Wanted, translation: string, rules: Rules): TextFault[] {
  if (translation.trim() === '') return [{ kind: 'empty' }];
  const missed = termsMissed(
    { key: `${id}:${wanted.key}`, source: wanted.source, translation },
    rules.terms,
    rules.glossary,
  );
  const faults = [
    placeholderFault(wanted, translation),
    numberFault(wanted, translation),
    markupFault(wanted, translation),
    directionFault(translation),
    untranslatedFault(wanted, translation, rules),
  ].filter((fault) => fault !== undefined);
  const terms = missed.map((what) => ({
    kind: 'term' as const,
    what,
    forms: rules.glossary.terms[what]?.join(', ') ?? '',
  }));
  return [...faults, ...terms];
}

/** Returns what is wrong with one translation. @throws PlainError for a key that the language doesn't have */
export function checkText({ id, english }: Catalogue, key: string, translation: string, rules: Rules): TextFault[] {
  const wanted = wantedKeys(english, rules.tag).find((one) => one.key === key);
  if (!wanted) throw new PlainError(`${id}:${key} is no key of English, or a plural form that the language lacks`);
  return textFaults(id, wanted, translation, rules);
}

/** @throws PlainError for a missing or faulty glossary */
export function readRules(tag: string, root: string): Rules {
  const terms = readTerms(root);
  return { tag, terms, glossary: readGlossary(tag, terms, root) };
}

function checkCatalogue(catalogue: Catalogue, translation: ReadonlyMap<string, string>, rules: Rules): CheckResult {
  const file = catalogue.fileOf(rules.tag);
  const wanted = wantedKeys(catalogue.english, rules.tag);
  const known = new Set(wanted.map(({ key }) => key));
  const missing = wanted.filter(({ key }) => !translation.has(key)).map(({ key }) => key);
  const unknown = [...translation.keys()].filter((key) => !known.has(key));
  const faults = wanted.flatMap((one): string[] => {
    const text = translation.get(one.key);
    const found = text === undefined ? [] : textFaults(catalogue.id, one, text, rules);
    return found.map((fault) => `${one.key} ${describeFault(fault)}`);
  });
  const unknownFaults = unknown.map((key) => `${key} is no key of English, or a plural form that the language lacks`);
  return {
    missing: missing.length > 0 ? [`${file}: ${missing.length} missing: ${missing.slice(0, 5).join(', ')}`] : [],
    faults: [...unknownFaults, ...faults].map((fault) => `${file}: ${fault}`),
    texts: translation.size,
  };
}

/**
 * Checks texts of a hospital's own, which needn't be complete. Returns a sentence for each fault.
 * @throws PlainError for a missing or faulty glossary
 */
export function checkTexts(tag: string, texts: PackTexts, root: string): string[] {
  const rules = readRules(tag, root);
  const catalogues = new Map(readCatalogues(root).map((catalogue) => [catalogue.id, catalogue]));
  return Object.entries(texts).flatMap(([id, own]) => {
    const catalogue = catalogues.get(id);
    if (!catalogue) return [`${id} is no catalogue`];
    const { faults } = checkCatalogue(catalogue, new Map(Object.entries(own)), rules);
    return faults.map((fault) => `${id}: ${fault}`);
  });
}

/**
 * Checks all texts that patients and supporters read in a language.
 * @throws PlainError for a missing or faulty glossary
 */
export function checkLanguage(tag: string, root: string): CheckResult {
  const rules = readRules(tag, root);
  const results = readCatalogues(root).map((one) => checkCatalogue(one, translationOf(one, tag, root), rules));
  return {
    missing: results.flatMap(({ missing }) => missing),
    faults: results.flatMap(({ faults }) => faults),
    texts: results.reduce((sum, { texts }) => sum + texts, 0),
  };
}
