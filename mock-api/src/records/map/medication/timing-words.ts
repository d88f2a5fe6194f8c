/** FHIR's codes for times of the day and lengths of time, in words. */
import type { Text } from '../../../common/documents.ts';

export const WHEN: Readonly<Record<string, Text>> = {
  MORN: { en: 'in the morning', fr: 'le matin' },
  'MORN.early': { en: 'early in the morning', fr: 'tôt le matin' },
  'MORN.late': { en: 'late in the morning', fr: 'en fin de matinée' },
  NOON: { en: 'at noon', fr: 'à midi' },
  AFT: { en: 'in the afternoon', fr: 'l’après-midi' },
  EVE: { en: 'in the evening', fr: 'le soir' },
  NIGHT: { en: 'at night', fr: 'la nuit' },
  HS: { en: 'at bedtime', fr: 'au coucher' },
  WAKE: { en: 'on waking', fr: 'au réveil' },
  C: { en: 'with a meal', fr: 'avec un repas' },
  CM: { en: 'with breakfast', fr: 'avec le déjeuner' },
  CD: { en: 'with lunch', fr: 'avec le dîner' },
  CV: { en: 'with supper', fr: 'avec le souper' },
  AC: { en: 'before a meal', fr: 'avant un repas' },
  ACM: { en: 'before breakfast', fr: 'avant le déjeuner' },
  ACD: { en: 'before lunch', fr: 'avant le dîner' },
  ACV: { en: 'before supper', fr: 'avant le souper' },
  PC: { en: 'after a meal', fr: 'après un repas' },
  PCM: { en: 'after breakfast', fr: 'après le déjeuner' },
  PCD: { en: 'after lunch', fr: 'après le dîner' },
  PCV: { en: 'after supper', fr: 'après le souper' },
};

export const DAYS: Readonly<Record<string, Text>> = {
  mon: { en: 'Monday', fr: 'le lundi' },
  tue: { en: 'Tuesday', fr: 'le mardi' },
  wed: { en: 'Wednesday', fr: 'le mercredi' },
  thu: { en: 'Thursday', fr: 'le jeudi' },
  fri: { en: 'Friday', fr: 'le vendredi' },
  sat: { en: 'Saturday', fr: 'le samedi' },
  sun: { en: 'Sunday', fr: 'le dimanche' },
};

export const EVERY: Text = { en: 'every {count} {units}', fr: 'aux {count} {units}' };

/** Lengths of time, by UCUM's codes: after "{count} times" for one, after a number for one or for several. */
export const PERIODS: Readonly<Record<string, { every: Text; one: Text; many: Text }>> = {
  s: {
    every: { en: 'every second', fr: 'chaque seconde' },
    one: { en: 'second', fr: 'seconde' },
    many: { en: 'seconds', fr: 'secondes' },
  },
  min: {
    every: { en: 'every minute', fr: 'chaque minute' },
    one: { en: 'minute', fr: 'minute' },
    many: { en: 'minutes', fr: 'minutes' },
  },
  h: {
    every: { en: 'every hour', fr: 'chaque heure' },
    one: { en: 'hour', fr: 'heure' },
    many: { en: 'hours', fr: 'heures' },
  },
  d: { every: { en: 'a day', fr: 'par jour' }, one: { en: 'day', fr: 'jour' }, many: { en: 'days', fr: 'jours' } },
  wk: {
    every: { en: 'a week', fr: 'par semaine' },
    one: { en: 'week', fr: 'semaine' },
    many: { en: 'weeks', fr: 'semaines' },
  },
  mo: {
    every: { en: 'a month', fr: 'par mois' },
    one: { en: 'month', fr: 'mois' },
    many: { en: 'months', fr: 'mois' },
  },
  a: { every: { en: 'a year', fr: 'par année' }, one: { en: 'year', fr: 'an' }, many: { en: 'years', fr: 'ans' } },
};
