import type { Catalogue } from './translator.ts';

/** What stays as it is: placeholders and tags. */
const KEPT = /(\{\{?\w+\}?\}|<[^>]*>)/;

/** Letters of the alphabet in order, as Latin letters with accents and as Arabic letters. */
const ACCENTED = 'áƀçďéƒğĥíĵķłṁñóþɋřšťúṽŵẋýž';
const ARABIC = 'ابسدهفجحيژكلمنوپقرشتعڤخصطز';

const isCapital = (letter: string) => letter !== letter.toLowerCase();

const inLetters = (text: string, alphabet: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const other = [...alphabet][letter.toLowerCase().charCodeAt(0) - 97] ?? letter;
    return isCapital(letter) ? other.toUpperCase() : other;
  });

/** Returns a text at twice its length in brackets: longer words, and words to fill up at the end. */
function lengthen(text: string): string {
  const longer = (part: string) => part.replace(/[aeiou]/gi, (vowel) => vowel + vowel.toLowerCase());
  const parts = text.split(KEPT).map((part) => (KEPT.test(part) ? part : inLetters(longer(part), ACCENTED)));
  const said = parts.filter((part) => !KEPT.test(part)).join('');
  const missing = 2 * text.replaceAll(new RegExp(KEPT, 'g'), '').length - said.length;
  const filler = missing > 0 ? ` ${said.trim().slice(0, missing).trim()}` : '';
  return `[${parts.join('')}${filler}]`;
}

const mirror = (text: string): string =>
  text
    .split(KEPT)
    .map((part) => (KEPT.test(part) ? part : inLetters(part, ARABIC)))
    .join('');

/**
 * Returns the texts of a language for tests, made of the English ones: twice as long, or from right to left in Arabic
 * letters. Keys, placeholders, tags and numbers stay.
 */
export function pseudoCatalogue(english: Catalogue, direction: 'ltr' | 'rtl'): Catalogue {
  const change = direction === 'rtl' ? mirror : lengthen;
  return Object.fromEntries(
    Object.entries(english).map(([key, value]) => [
      key,
      typeof value === 'string' ? change(value) : pseudoCatalogue(value, direction),
    ]),
  );
}
