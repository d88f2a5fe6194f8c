import { LANGUAGE_TAG, type Locale } from 'shared-ui';

/** Keeps « and » and the colon of French on the line of their word (Canadian typography; English has no such spaces). */
export const keepTogether = (text: string) => text.replace(/ (?=[:»])/g, '\u00a0').replace(/« /g, '«\u00a0');

/** A day in words, e.g. "February 18, 2021" or "18 février 2021". Takes an ISO 8601 date. */
export const formatDay = (date: string, locale: Locale) =>
  new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
