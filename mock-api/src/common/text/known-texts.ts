/** What staff send: texts that are known in every language, such as those of templates, and their own words. */
import { type TimedLine, toTimedLines } from 'shared-ui/contract/timed-lines';
import { inEach, type Locale, sameInEach, type Text, textIn } from '../i18n.ts';

/** Returns the known text that says these words in one of its languages; else the words, the same for all readers. */
export function textOf(words: string, known: readonly Text[]): Text {
  const said = words.trim();
  return known.find((text) => Object.values(text).includes(said)) ?? sameInEach(said);
}

/** Returns whether readers of all languages get the same words. */
export const isSameForAll = (text: Text): boolean => new Set(Object.values(text)).size === 1;

/** Returns lines by their times; none if two have the same time, or no time, as either can be the other's translation. */
function byTime(lines: readonly TimedLine[]): Map<string | undefined, TimedLine> | undefined {
  const ordered = new Map(lines.map((line) => [line.at, line]));
  return ordered.size === lines.length ? ordered : undefined;
}

/** Returns the translation of each line, in this order; none unless times say which belong together. */
function matching(lines: readonly TimedLine[], others: readonly TimedLine[]): TimedLine[] | undefined {
  const translations = byTime(others);
  if (!byTime(lines) || !translations || lines.length !== others.length) return undefined;
  const matched = lines.flatMap(({ at }) => translations.get(at) ?? []);
  return matched.length === lines.length ? matched : undefined;
}

/**
 * Returns each line of a text, without its time, in the languages in which its translation is known: that of the same
 * time, where each line has its own. The product's translations have their lines in the same order. None if French
 * isn't known.
 * @param product the product's text with the same English words
 */
export function linesOf(text: Text, product?: Text): Text[] {
  const linesIn = (locale: Locale) => toTimedLines(textIn(text, locale));
  const english = linesIn('en');
  const translated = (locale: Locale) => {
    const lines = linesIn(locale);
    const isOurs = text[locale] !== undefined && text[locale] === product?.[locale];
    return isOurs && lines.length === english.length ? lines : matching(english, lines);
  };
  if (!translated('fr')) return [];
  return english.map((_, index) => inEach((locale) => (translated(locale) ?? english)[index]?.text ?? ''));
}
