/** Names that staff could mistake for one another: nearly the same letters, or the same sound. */
import { plain } from './search-text.ts';

/** Letters of a name that are compared. */
const MOST_LETTERS = 40;

/** Spellings of one sound in English and French names, applied in this order to a word in plain form. */
const SOUNDS: readonly (readonly [spelling: RegExp, sound: string])[] = [
  [/(?:eaux?|ault|au[dtx]?|ot)$/, 'o'],
  [/eau|au/g, 'o'],
  [/ph/g, 'f'],
  [/bv/g, 'v'],
  [/v/g, 'f'],
  [/chr/g, 'kr'],
  [/sch|sh|ch/g, '8'],
  [/c(?=[eiy])|z/g, 's'],
  [/ck|qu?|c/g, 'k'],
  [/x/g, 'ks'],
  [/h/g, ''],
  [/[ae][iy]/g, 'e'],
  [/ou|oo/g, 'u'],
  [/ie|ee|ea|y/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=.)e$/, ''],
];

const soundOf = (word: string): string =>
  SOUNDS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word);

/**
 * Returns keys of a name. Two names are similar if they share one: they are equal, or one letter is missing, added,
 * moved or another (accents, case, spaces, hyphens and apostrophes don't count), or their words sound alike in any order.
 */
export function nameKeys(firstName: string, lastName: string): string[] {
  const name = plain(`${lastName} ${firstName}`);
  const letters = [...name.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, MOST_LETTERS);
  if (letters.length === 0) return [];
  const words = name.split(/[^\p{L}\p{N}']+/u).map((word) => soundOf(word.replaceAll("'", '')));
  const sound = words.filter((word) => word !== '').toSorted();
  const shorter = letters.map((_, index) => letters.toSpliced(index, 1).join(''));
  return [...new Set([letters.join(''), ...shorter, `~${sound.join(' ')}`])];
}
