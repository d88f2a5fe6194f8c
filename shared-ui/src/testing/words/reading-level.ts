/** Reading level of short texts, such as those of a screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../platform/i18n/i18n.ts';

const SENTENCE_END = /[.!?…:;]+(?:\s|$)/;
const VOWELS = { en: /[aeiouy]+/g, fr: /[aeiouyàâäéèêëîïôöùûüœæ]+/g };

export interface TextCounts {
  sentences: number;
  words: number;
  syllables: number;
}

/** Counts a word's syllables as groups of vowels, without a silent e at its end. */
function syllablesOf(word: string, locale: 'en' | 'fr'): number {
  const silent = locale === 'en' ? /(?<![aeiouyl])e$|(?<=[^td])ed$/ : /(?<=.{2})es?$/;
  const groups = word.toLowerCase().replace(silent, '').match(VOWELS[locale]) ?? [];
  return Math.max(1, groups.length);
}

/** Counts texts; each is a sentence at least, names in braces and numbers are no words. */
export function countText(texts: readonly string[], locale: 'en' | 'fr'): TextCounts {
  const sentences = texts
    .map((text) => text.replace(/\{\{\w+\}\}/g, ' '))
    .flatMap((text) => text.split(SENTENCE_END))
    .map((sentence) => sentence.match(/\p{L}[\p{L}’'‑]*/gu) ?? [])
    .filter((found) => found.length > 0);
  const found = sentences.flat();
  const syllables = found.reduce((sum, word) => sum + syllablesOf(word, locale), 0);
  return { sentences: sentences.length, words: found.length, syllables };
}

/** Returns the school grade of English texts (Flesch and Kincaid, 1975). */
export function fleschKincaidGrade(texts: readonly string[]): number {
  const { sentences, words, syllables } = countText(texts, 'en');
  return 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
}

/**
 * Returns the reading ease of French texts (Kandel and Moles, 1958), 0 to 100: from 70 easy, from 60 plain, below 50
 * difficult.
 */
export function kandelMolesEase(texts: readonly string[]): number {
  const { sentences, words, syllables } = countText(texts, 'fr');
  return 207 - 1.015 * (words / sentences) - 73.6 * (syllables / words);
}

const textsIn = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)));

/** Highest school grade of English texts for patients. */
const GRADE = 6;
/** Lowest reading ease of French ones: plain language. */
const EASE = 60;

/**
 * Defines the test that a catalogue's texts are easy enough to read, taken together.
 * @param folder the package's `src`, which contains `locales/`
 * @param name of the catalogue: `locales/NAME.en.json`
 */
export function testReadingLevel(folder: string, name: string): void {
  const textsOf = (locale: string) =>
    textsIn(JSON.parse(readFileSync(join(folder, 'locales', `${name}.${locale}.json`), 'utf8')) as Catalogue);
  test(`texts of ${name} can be read at grade ${GRADE} in English, and are plain in French`, () => {
    expect(fleschKincaidGrade(textsOf('en'))).toBeLessThanOrEqual(GRADE);
    expect(kandelMolesEase(textsOf('fr'))).toBeGreaterThanOrEqual(EASE);
  });
}
