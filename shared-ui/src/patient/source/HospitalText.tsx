import type { ReactNode } from 'react';
import { ALL_LANGUAGES, LANGUAGES, type Language, matchLanguage } from '../../contract/languages/languages.ts';
import { useLanguage, useText } from '../../platform/i18n/i18n.ts';
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

/** A text of the hospital, which screen readers pronounce in its own language, or in none if that is not known. */
export function HospitalText({ lang, children }: HospitalTextProps) {
  const foreign = useHospitalLang(lang);
  return foreign === undefined ? children : <span lang={foreign}>{children}</span>;
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
