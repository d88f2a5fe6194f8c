import { defineWords, LANGUAGE_TAG, type Locale, type Translate } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** The surveys' words. */
export const words = defineWords('surveys', { en, fr });

/** The name of a text of this package. */
export type TextName = Parameters<typeof words.text>[0];

/** One language: its texts, and how it writes a number ("3.5", "3,5"). */
export interface Speech {
  t: Translate<TextName>;
  number(value: number): string;
}

/** The language for a BCP 47 tag: French for every kind of French, English for everything else. */
export function speechFor(tag: string): Speech {
  const locale: Locale = /^fr\b/i.test(tag) ? 'fr' : 'en';
  const { format } = new Intl.NumberFormat(LANGUAGE_TAG[locale]);
  return { t: words.fixed[locale], number: (value) => format(value) };
}
