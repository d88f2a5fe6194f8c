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

export const EVERY: Text = { en: 'every {count} {units}', fr: 'aux {count} {units}' };

export const PERIODS: Readonly<Record<string, { one: Text; many: Text }>> = {
  s: { one: { en: 'every second', fr: 'chaque seconde' }, many: { en: 'seconds', fr: 'secondes' } },
  min: { one: { en: 'every minute', fr: 'chaque minute' }, many: { en: 'minutes', fr: 'minutes' } },
  h: { one: { en: 'every hour', fr: 'chaque heure' }, many: { en: 'hours', fr: 'heures' } },
  d: { one: { en: 'a day', fr: 'par jour' }, many: { en: 'days', fr: 'jours' } },
  wk: { one: { en: 'a week', fr: 'par semaine' }, many: { en: 'weeks', fr: 'semaines' } },
  mo: { one: { en: 'a month', fr: 'par mois' }, many: { en: 'months', fr: 'mois' } },
  a: { one: { en: 'a year', fr: 'par année' }, many: { en: 'years', fr: 'ans' } },
};
