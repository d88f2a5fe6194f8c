/** What staff send: texts that are known in every language, such as those of templates, and their own words. */
import { toTimedLines } from 'shared-ui/contract/timed-lines';
import { inEach, type Locale, sameInEach, type Text, textIn } from '../i18n.ts';

/** Returns the known text that says these words in one of its languages; else the words, the same for all readers. */
export function textOf(words: string, known: readonly Text[]): Text {
  const said = words.trim();
  return known.find((text) => Object.values(text).includes(said)) ?? sameInEach(said);
}

/** Returns whether readers of all languages get the same words. */
export const isSameForAll = (text: Text): boolean => new Set(Object.values(text)).size === 1;

/**
 * Returns each line of a text, without its time, in the languages that have as many lines as English. None if French
 * has fewer or more, as no line's translation is known then.
 */
export function linesOf(text: Text): Text[] {
  const linesIn = (locale: Locale) => toTimedLines(textIn(text, locale)).map((line) => line.text);
  const english = linesIn('en');
  if (linesIn('fr').length !== english.length) return [];
  const fitting = (locale: Locale) => {
    const lines = linesIn(locale);
    return lines.length === english.length ? lines : english;
  };
  return english.map((_, index) => inEach((locale) => fitting(locale)[index] ?? ''));
}
