/** How a medication is taken: the prescriber's words, else the structure in words. */
import type { Text } from '../../../common/documents.ts';
import { LANGUAGE_TAGS } from '../../../common/i18n.ts';
import type { Dosage, Quantity } from '../../fhir/datatypes.ts';
import type { FhirNumber } from '../../fhir/json.ts';
import { readTime } from '../../fhir/time.ts';
import { amountText, figureOf, inLocale, spanText } from '../../words/amount.ts';
import {
  conceptText,
  conceptTexts,
  distinct,
  type FindName,
  inBoth,
  joined,
  present,
  saidText,
  sameInBoth,
} from '../../words/concept.ts';
import { dayText, periodText } from '../../words/day.ts';
import { filled, PHRASES } from '../../words/phrases.ts';

const WHEN: Readonly<Record<string, Text>> = {
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

const DAYS: Readonly<Record<string, Text>> = {
  mon: { en: 'Monday', fr: 'le lundi' },
  tue: { en: 'Tuesday', fr: 'le mardi' },
  wed: { en: 'Wednesday', fr: 'le mercredi' },
  thu: { en: 'Thursday', fr: 'le jeudi' },
  fri: { en: 'Friday', fr: 'le vendredi' },
  sat: { en: 'Saturday', fr: 'le samedi' },
  sun: { en: 'Sunday', fr: 'le dimanche' },
};

const EVERY: Text = { en: 'every {count} {units}', fr: 'aux {count} {units}' };

/** Lengths of time, by UCUM's codes: after "{count} times" for one, after a number for one or for several. */
const PERIODS: Readonly<Record<string, { every: Text; one: Text; many: Text }>> = {
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

type Timing = NonNullable<Dosage['timing']>;
type Repeat = NonNullable<Timing['repeat']>;
type Rate = NonNullable<Dosage['doseAndRate']>[number];

const isOne = (figure: string) => figure === '1';

/** Returns "2" or "2 to 3". */
function countText(low: FhirNumber, high: FhirNumber | undefined): Text {
  const figure = (exact: FhirNumber) => inBoth((locale) => inLocale(figureOf(exact), locale));
  return high === undefined ? figure(low) : filled(PHRASES.span, { low: figure(low), high: figure(high) });
}

function timesText({ frequency, frequencyMax, period }: Repeat): Text | undefined {
  // A period without a frequency means once.
  if (!frequency) return period ? PHRASES.once : undefined;
  if (!frequencyMax && isOne(figureOf(frequency))) return PHRASES.once;
  return filled(PHRASES.times, { count: countText(frequency, frequencyMax) });
}

function everyText({ period, periodMax, periodUnit }: Repeat): Text | undefined {
  const words = PERIODS[periodUnit ?? ''];
  if (!period || !words) return undefined;
  if (!periodMax && isOne(figureOf(period))) return words.every;
  return filled(EVERY, { count: countText(period, periodMax), units: words.many });
}

/** Returns "10 days" or "1 hour"; with a unit that has no words here, as the source wrote it. */
function lengthText(low: FhirNumber | undefined, high: FhirNumber | undefined, unit: string | undefined) {
  const words = PERIODS[unit ?? ''];
  if (!low || !unit) return undefined;
  const units = !words ? sameInBoth(unit) : !high && isOne(figureOf(low)) ? words.one : words.many;
  return joined([countText(low, high), units], ' ');
}

const lengthOf = ({ value, code, unit }: Quantity): Text | undefined =>
  lengthText(value, undefined, code !== undefined && Object.hasOwn(PERIODS, code) ? code : (unit ?? code));

function whenText({ when = [], offset }: Repeat): Text[] {
  return when.flatMap((code) => {
    const words = WHEN[code];
    if (!words) return [];
    return [offset ? filled(PHRASES.minutes, { count: figureOf(offset), when: words }) : words];
  });
}

/** Returns "8:00 a.m.", in French "8 h 00", for "08:00". */
function spokenTime(time: string): Text {
  const [hours = 0, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3)];
  return {
    en: `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'a.m.' : 'p.m.'}`,
    fr: `${hours}\u00a0h\u00a0${minutes}`,
  };
}

const clockText = ({ timeOfDay = [] }: Repeat): Text[] =>
  timeOfDay.filter((time) => /^([01]\d|2[0-3]):[0-5]\d/.test(time)).map((time) => sameInBoth(time.slice(0, 5)));

function daysText({ dayOfWeek = [] }: Repeat): Text | undefined {
  if (dayOfWeek.length === 0) return undefined;
  const names = dayOfWeek.map((code) => DAYS[code] ?? sameInBoth(code));
  const days = inBoth((locale) =>
    new Intl.ListFormat(LANGUAGE_TAGS[locale], { type: 'conjunction' }).format(names.map((name) => name[locale])),
  );
  return filled(PHRASES.onDays, { days });
}

/** Returns for how long it is taken; a period of dates is said elsewhere. */
function boundsText({ boundsDuration, boundsRange }: Repeat): Text | undefined {
  const { low, high } = boundsRange ?? {};
  const time = boundsDuration
    ? lengthOf(boundsDuration)
    : (lengthText(low?.value, high?.value, high?.code ?? low?.code) ?? spanText(boundsRange ?? {}));
  return time && filled(PHRASES.lasting, { time });
}

function needText({ asNeededBoolean, asNeededCodeableConcept }: Dosage, nameOf: FindName): Text | undefined {
  const reason = conceptText(asNeededCodeableConcept, nameOf);
  if (reason) return filled(PHRASES.asNeededFor, { reason });
  return asNeededBoolean || asNeededCodeableConcept ? PHRASES.asNeeded : undefined;
}

/**
 * Returns how often, on which days and at which times, part by part; a period of dates is not part of it. A count is
 * left out: sources write it for how often in all, but also for how often a day.
 */
export function timingTexts(timing: Timing, nameOf: FindName): Text[] {
  const { repeat = {}, code, event = [] } = timing;
  const { duration, durationMax, durationUnit } = repeat;
  const over = lengthText(duration, durationMax, durationUnit);
  return [
    joined([timesText(repeat), everyText(repeat)], ' '),
    ...present([daysText(repeat)]),
    ...whenText(repeat),
    ...clockText(repeat).map(({ en }) => spokenTime(en)),
    ...event.map(dayText),
    ...present([over && filled(PHRASES.takenOver, { time: over }), conceptText(code, nameOf), boundsText(repeat)]),
  ];
}

const inTime = (phrase: Text, amount: Text | undefined, time: Text | undefined): Text | undefined =>
  amount && time && filled(phrase, { amount, time });

function rateText({ rateQuantity, rateRange, rateRatio }: Rate): Text | undefined {
  const { numerator = {}, denominator = {} } = rateRatio ?? {};
  const rate =
    (rateQuantity && amountText(rateQuantity)) ??
    spanText(rateRange ?? {}) ??
    inTime(PHRASES.perTime, amountText(numerator), lengthOf(denominator));
  return rate && filled(PHRASES.atRate, { rate });
}

function limitTexts({ maxDosePerPeriod, maxDosePerAdministration }: Dosage): Text[] {
  const { numerator = {}, denominator = {} } = maxDosePerPeriod ?? {};
  const atOnce = maxDosePerAdministration && amountText(maxDosePerAdministration);
  return present([
    inTime(PHRASES.maxInTime, amountText(numerator), lengthOf(denominator)),
    atOnce && filled(PHRASES.maxAtOnce, { amount: atOnce }),
  ]);
}

const doseText = ({ doseQuantity, doseRange }: Rate): Text | undefined =>
  doseQuantity ? amountText(doseQuantity) : doseRange && spanText(doseRange);

function structureText(dosage: Dosage, nameOf: FindName): Text {
  const [rate = {}] = dosage.doseAndRate ?? [];
  const bounds = dosage.timing?.repeat?.boundsPeriod;
  const [often, ...times] = timingTexts(dosage.timing ?? {}, nameOf);
  const speed = rateText(rate);
  const route = conceptText(dosage.route, nameOf);
  const parts = [
    // As people say it: "1 tablet once a day".
    ...(speed ? [doseText(rate), speed, route, often] : [joined([doseText(rate), often], ' '), route]),
    ...times,
    bounds && periodText(bounds),
    needText(dosage, nameOf),
    ...limitTexts(dosage),
  ];
  return joined(parts, ', ');
}

/** Returns how it is taken, one text for each dosage that says something else, with what it says in addition. */
export function howText(dosages: readonly Dosage[], nameOf: FindName): Text[] {
  const texts = dosages.flatMap((dosage) => {
    const { patientInstruction, _patientInstruction, text, _text } = dosage;
    const said = saidText(patientInstruction, _patientInstruction) ?? saidText(text, _text);
    const how = said ?? structureText(dosage, nameOf);
    const isSaid = ({ en }: Text) => said?.en.toLowerCase().includes(en.toLowerCase()) ?? false;
    const unsaid = conceptTexts(dosage.additionalInstruction, nameOf).filter((words) => !isSaid(words));
    const all = joined([how, ...unsaid], '; ');
    return all.en === '' ? [] : [all];
  });
  return distinct(texts);
}

/** Returns whether a medication is taken on each day since `at`: a weekly one must never appear as today's. */
function isDaily({ event = [], repeat = {} }: Timing, at: string | null): boolean {
  const { period, periodUnit, dayOfWeek = [], boundsPeriod, boundsDuration, boundsRange, count } = repeat;
  if (event.length > 0 || dayOfWeek.length > 0 || boundsDuration || boundsRange || count) return false;
  if (boundsPeriod) {
    const start = readTime(boundsPeriod.start)?.slice(0, 10);
    if (boundsPeriod.end !== undefined || !start || at === null || start > at.slice(0, 10)) return false;
  }
  if (!period) return true;
  return periodUnit === 'h' ? period.value <= 24 : periodUnit === 'd' && period.value <= 1;
}

/**
 * Returns times of the day, of what is taken every day: only those that the source names, never any from a frequency,
 * and none as needed.
 * @param at when it was ordered or reported
 */
export function timesOf(dosages: readonly Dosage[], at: string | null): Text[] {
  return dosages.flatMap(({ timing, asNeededBoolean, asNeededCodeableConcept }) => {
    if (!timing?.repeat || asNeededBoolean || asNeededCodeableConcept || !isDaily(timing, at)) return [];
    return [...clockText(timing.repeat), ...whenText(timing.repeat)];
  });
}
