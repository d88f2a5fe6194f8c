import type { ReactNode } from 'react';
import { LANGUAGE_TAG, type Locale, useLocale, useText } from '../../platform/i18n/i18n.ts';
import { Soft } from '../../ui/components/index.ts';
import { words } from './words.ts';

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** Returns the language of a text if it is known and not the reader's. */
function foreignLanguage(lang: string | null, locale: Locale): string | undefined {
  if (lang === null || !TAG.test(lang)) return undefined;
  return lang.split('-')[0]?.toLowerCase() === locale ? undefined : lang;
}

export interface HospitalTextProps {
  /** Language of the text as the hospital names it (BCP 47), or null. */
  lang: string | null;
  children: ReactNode;
}

/** A text of the hospital, which screen readers pronounce in its own language. */
export function HospitalText({ lang, children }: HospitalTextProps) {
  const foreign = foreignLanguage(lang, useLocale());
  return foreign === undefined ? children : <span lang={foreign}>{children}</span>;
}

/** A note that an item is in the hospital's words, if they are not in the reader's language. */
export function HospitalWordsNote({ lang }: Pick<HospitalTextProps, 'lang'>) {
  const t = useText(words);
  const locale = useLocale();
  const foreign = foreignLanguage(lang, locale);
  if (foreign === undefined) return null;
  const language = new Intl.DisplayNames(LANGUAGE_TAG[locale], { type: 'language', fallback: 'none' }).of(foreign);
  return <Soft>{language ? t('wordsIn', { language }) : t('words')}</Soft>;
}
