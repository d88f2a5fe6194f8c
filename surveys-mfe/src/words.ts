import { defineWords, LANGUAGE_TAG, type Locale, type Translate } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

export const words = defineWords('surveys', { en, fr });

export type TextName = Parameters<typeof words.text>[0];

/** Texts and number format ("3.5", "3,5") of one language. */
export interface Language {
  t: Translate<TextName>;
  number(value: number): string;
}

/** Returns the language for a BCP 47 tag: French for any variant of French, otherwise English. */
export function languageFor(tag: string): Language {
  const locale: Locale = /^fr\b/i.test(tag) ? 'fr' : 'en';
  const { format } = new Intl.NumberFormat(LANGUAGE_TAG[locale]);
  return { t: words.fixed[locale], number: (value) => format(value) };
}
