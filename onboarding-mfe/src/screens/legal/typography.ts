import { LANGUAGE_TAG, type Locale } from 'shared-ui';

/** Keeps « and » and the French colon on the line of their word (Canadian typography; English has no such spaces). */
export const keepTogether = (text: string) => text.replace(/ (?=[:»])/g, '\u00a0').replace(/« /g, '«\u00a0');

/** Formats an ISO 8601 date, e.g. "February 18, 2021" or "18 février 2021". */
export const formatDay = (date: string, locale: Locale) =>
  new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
