import { useLocale, useText } from '../../platform/i18n/i18n.ts';
import { formatRecordAge, formatRecordDate } from './dates.ts';
import { useNow } from './useNow.ts';
import { words } from './words.ts';

export interface RecordDateProps {
  /** YYYY, YYYY-MM, YYYY-MM-DD or a time. */
  at: string;
  /** Adds how long ago that was. */
  withAge?: boolean;
}

/** A date as precise as the hospital gave it: "March 2012", or with its age "Mar 16, 2020 (6 years ago)". */
export function RecordDate({ at, withAge = false }: RecordDateProps) {
  const t = useText(words);
  useLocale();
  const now = useNow();
  const date = formatRecordDate(at);
  const age = withAge ? formatRecordAge(at, now) : undefined;
  return <time dateTime={at}>{age === undefined ? date : t('dated', { date, age })}</time>;
}
