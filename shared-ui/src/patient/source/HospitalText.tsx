import type { ReactNode } from 'react';
import { ALL_LANGUAGES, LANGUAGES, type Language, matchLanguage } from '../../contract/languages/languages.ts';
import { useLanguage, useText } from '../../platform/i18n/i18n.ts';
import { HeadingLanguage } from '../../ui/components/heading-language.ts';
import { Soft } from '../../ui/components/index.ts';
import { words } from './dates.ts';

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** Returns the language of a text if it is stated and not the reader's. */
function foreignLanguage(lang: string | null, reader: Language): string | undefined {
  if (lang === null || !TAG.test(lang)) return undefined;
  return matchLanguage([lang], ALL_LANGUAGES) === reader ? undefined : lang;
}

/** What the API calls a language that is not known (BCP 47). */
const UNKNOWN = 'und';

interface HospitalTextProps {
  /** Language of the text (BCP 47), `und` if it is not known; null for the reader's. */
  lang: string | null;
  children: ReactNode;
}

/** Returns the `lang` attribute of an element with a text of the hospital; undefined for the reader's language. */
export function useHospitalLang(lang: string | null): string | undefined {
  const foreign = foreignLanguage(lang, useLanguage());
  return foreign === UNKNOWN ? '' : foreign;
}

/** Returns the direction of a language (BCP 47), for `dir` beside `lang`; `auto` where it is not known. */
export function directionOf(lang: string): 'ltr' | 'rtl' | 'auto' {
  const language = matchLanguage([lang], ALL_LANGUAGES);
  return language ? LANGUAGES[language].direction : 'auto';
}

/** Returns `lang` and `dir` of an element with a text of the hospital; none for the reader's language. */
export function useHospitalText(lang: string | null | undefined): { lang?: string; dir?: 'ltr' | 'rtl' | 'auto' } {
  const foreign = useHospitalLang(lang ?? null);
  return foreign === undefined ? {} : { lang: foreign, dir: directionOf(foreign) };
}

/**
 * A text that isn't in the reader's language, as the hospital wrote it or nobody has translated it: screen readers
 * pronounce it in its own language, or in none if that is not known, and it has that language's direction.
 */
export function HospitalText({ lang, children }: HospitalTextProps) {
  const attributes = useHospitalText(lang);
  return attributes.lang === undefined ? children : <span {...attributes}>{children}</span>;
}

/** Marks the heading of the screen or card inside as a text of the hospital. */
export function HospitalHeading({ lang, children }: HospitalTextProps) {
  return <HeadingLanguage value={useHospitalText(lang)}>{children}</HeadingLanguage>;
}

/** A note that an item is in the hospital's words, if they are not in the reader's language. */
export function HospitalWordsNote({ lang }: Pick<HospitalTextProps, 'lang'>) {
  const t = useText(words);
  const reader = useLanguage();
  const foreign = foreignLanguage(lang, reader);
  if (foreign === undefined || foreign === UNKNOWN) return null;
  const language = new Intl.DisplayNames(LANGUAGES[reader].tag, { type: 'language', fallback: 'none' }).of(foreign);
  return <Soft>{language ? t('wordsIn', { language }) : t('words')}</Soft>;
}
