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

/** Returns whether lines can be each other's translations: as many, with the same times. */
const areAlike = (lines: readonly TimedLine[], others: readonly TimedLine[]): boolean =>
  lines.length === others.length && lines.every(({ at }, index) => at === others[index]?.at);

/**
 * Returns each line of a text, without its time, in the languages that have as many lines as English, at the same
 * times. None if French differs, as no line's translation is known then.
 */
export function linesOf(text: Text): Text[] {
  const linesIn = (locale: Locale) => toTimedLines(textIn(text, locale));
  const english = linesIn('en');
  if (!areAlike(linesIn('fr'), english)) return [];
  const fitting = (locale: Locale) => {
    const lines = linesIn(locale);
    return areAlike(lines, english) ? lines : english;
  };
  return english.map((_, index) => inEach((locale) => fitting(locale)[index]?.text ?? ''));
}
