import type { Translate } from 'shared-ui';
import { defineCatalogue, LANGUAGES, matchLanguage, useTextIn } from 'shared-ui/languages';
import en from './locales/en.json';

export const words = defineCatalogue('surveys-mfe', en, (tag) => import(`./locales/${tag}.json`));

export type TextName = Parameters<typeof words.text>[0];

/** Texts and number format ("3.5", "3,5") of one language. */
export interface Language {
  t: Translate<TextName>;
  number(value: number): string;
}

const matching = (tag: string) => matchLanguage([tag]) ?? 'en';

/** Returns the tag of the language that is shown for a BCP 47 tag, for `lang`: English if there are no texts for it. */
export const shownTag = (tag: string): string => LANGUAGES[matching(tag)].tag;

/** Returns the language for a BCP 47 tag. The component waits (Suspense) for texts that are being fetched. */
export function useLanguageFor(tag: string): Language {
  const language = matching(tag);
  const t = useTextIn(words, language);
  const { format } = new Intl.NumberFormat(LANGUAGES[language].intlTag);
  return { t, number: (value) => format(value) };
}
