import type { Flat } from './catalogues.ts';

/** Values that choose a plural form: `{{count}}` of pages, and the numbers of the server's texts. */
const COUNT = /\{(\{count\}|count|seconds|minutes|hours|limit|most|more)\}/;

export const isCount = (placeholder: string): boolean => COUNT.test(placeholder);

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Beyond this, no language of CLDR has a category for a single integer. */
const SAMPLES = Array.from({ length: 1000 }, (_, number) => number);

/** A key that a language must have, with the English texts that it translates. */
export interface Wanted {
  key: string;
  /** What a translator reads: English in the same plural form, else its `_other`. */
  source: string;
  /** All English forms. */
  sources: string[];
  /** Whether the text may leave the number out: it is for a single one, as Arabic's `_two` is. */
  mayOmitCount: boolean;
}

export const pluralCategories = (tag: string): string[] =>
  new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();

/** Returns the integers of each category. */
function numbersByCategory(tag: string): Map<string, number[]> {
  const rules = new Intl.PluralRules(tag);
  return Map.groupBy(SAMPLES, (number) => rules.select(number));
}

/** `_one` of French is for none and one: a text without the number is right there if English has none either. */
const isNamedByWords = (numbers: number[] = [], english = '') =>
  numbers.length === 1 || (numbers.every((number) => number <= 1) && !isCount(english));

/** Returns what a language must have, in the order of English: one key for each plural form of its own. */
export function wantedKeys(english: Flat, tag: string): Wanted[] {
  const categories = pluralCategories(tag);
  const numbers = numbersByCategory(tag);
  const seen = new Set<string>();
  return [...english].flatMap(([key, text]): Wanted[] => {
    const base = key.replace(PLURAL, '');
    const other = english.get(`${base}_other`);
    if (base === key || other === undefined) return [{ key, source: text, sources: [text], mayOmitCount: false }];
    if (seen.has(base)) return [];
    seen.add(base);
    const sources = [...english].flatMap(([one, form]) =>
      one.replace(PLURAL, '') === base && one !== base ? [form] : [],
    );
    return categories.map((category) => ({
      key: `${base}_${category}`,
      source: english.get(`${base}_${category}`) ?? other,
      sources,
      mayOmitCount: isNamedByWords(numbers.get(category), english.get(`${base}_one`)),
    }));
  });
}
