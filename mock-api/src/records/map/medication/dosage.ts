/** How a medication is taken: the prescriber's words, else the structure in words. */
import { inEach, sameInEach, type Text, tagOf, textIn } from '../../../common/i18n.ts';
import type { Dosage, Quantity } from '../../fhir/datatypes.ts';
import type { FhirNumber } from '../../fhir/json.ts';
import { readTime } from '../../fhir/time.ts';
import { amountText, figureOf, inLocale, spanText } from '../../words/amount.ts';
import { conceptText, conceptTexts, distinct, type FindName, joined, present, saidText } from '../../words/concept.ts';
import { dayText, periodText } from '../../words/day.ts';
import { filled, listed, PHRASES, phraseKey } from '../../words/phrases.ts';

type Timing = NonNullable<Dosage['timing']>;
type Repeat = NonNullable<Timing['repeat']>;
type Rate = NonNullable<Dosage['doseAndRate']>[number];

/** Returns whether a number is written as 1, without a higher one beside it. */
const isOne = (low: FhirNumber, high: FhirNumber | undefined) => high === undefined && figureOf(low) === '1';

/** Returns "2" or "2 to 3", and the number that chooses a plural form. */
function countOf(low: FhirNumber, high: FhirNumber | undefined): { count: Text; most: number } {
  const figure = (exact: FhirNumber) => inEach((locale) => inLocale(figureOf(exact), locale));
  const count = high === undefined ? figure(low) : filled('span', { low: figure(low), high: figure(high) });
  return { count, most: (high ?? low).value };
}

function timesText({ frequency, frequencyMax, period }: Repeat): Text | undefined {
  // A period without a frequency means once.
  if (!frequency) return period ? PHRASES.once : undefined;
  if (isOne(frequency, frequencyMax)) return PHRASES.once;
  const { count, most } = countOf(frequency, frequencyMax);
  return filled('times', { count }, most);
}

function everyText({ period, periodMax, periodUnit }: Repeat): Text | undefined {
  const [every, counted] = [phraseKey('every', periodUnit), phraseKey('everyCount', periodUnit)];
  if (!period || !every || !counted) return undefined;
  if (isOne(period, periodMax)) return PHRASES[every];
  const { count, most } = countOf(period, periodMax);
  return filled(counted, { count }, most);
}

/** Returns "10 days" or "1 hour"; with a unit that has no words here, as the source wrote it. */
function lengthText(low: FhirNumber | undefined, high: FhirNumber | undefined, unit: string | undefined) {
  if (!low || !unit) return undefined;
  const { count, most } = countOf(low, high);
  const length = phraseKey('length', unit);
  return length ? filled(length, { count }, most) : joined([count, sameInEach(unit)], ' ');
}

const lengthOf = ({ value, code, unit }: Quantity): Text | undefined =>
  lengthText(value, undefined, phraseKey('length', code) ? code : (unit ?? code));

function whenText({ when = [], offset }: Repeat): Text[] {
  return when.flatMap((code) => {
    const key = phraseKey('when', code);
    if (!key) return [];
    const words = PHRASES[key];
    return [offset ? filled('minutes', { count: figureOf(offset), when: words }, offset.value) : words];
  });
}

/** Returns "8:00 a.m.", in French "8 h 00", for "08:00". */
function spokenTime(time: string): Text {
  const [hours = 0, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3)];
  return inEach((locale) => {
    if (locale === 'fr') return `${hours}\u00a0h\u00a0${minutes}`;
    if (locale === 'en') return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'a.m.' : 'p.m.'}`;
    const at = new Date(`2000-01-01T${time}:00Z`);
    return new Intl.DateTimeFormat(tagOf(locale), { timeStyle: 'short', timeZone: 'UTC' }).format(at);
  });
}

const clockText = ({ timeOfDay = [] }: Repeat): Text[] =>
  timeOfDay.filter((time) => /^([01]\d|2[0-3]):[0-5]\d/.test(time)).map((time) => sameInEach(time.slice(0, 5)));

function daysText({ dayOfWeek = [] }: Repeat): Text | undefined {
  if (dayOfWeek.length === 0) return undefined;
  const names = dayOfWeek.map((code) => {
    const key = phraseKey('day', code);
    return key ? PHRASES[key] : sameInEach(code);
  });
  const days = inEach((locale) =>
    new Intl.ListFormat(tagOf(locale), { type: 'conjunction' }).format(names.map((name) => textIn(name, locale))),
  );
  return filled('onDays', { days });
}

/** Returns for how long it is taken; a period of dates is said elsewhere. */
function boundsText({ boundsDuration, boundsRange }: Repeat): Text | undefined {
  const { low, high } = boundsRange ?? {};
  const time = boundsDuration
    ? lengthOf(boundsDuration)
    : (lengthText(low?.value, high?.value, high?.code ?? low?.code) ?? spanText(boundsRange ?? {}));
  return time && filled('lasting', { time });
}

function needText({ asNeededBoolean, asNeededCodeableConcept }: Dosage, nameOf: FindName): Text | undefined {
  const reason = conceptText(asNeededCodeableConcept, nameOf);
  if (reason) return filled('asNeededFor', { reason });
  return asNeededBoolean || asNeededCodeableConcept ? PHRASES.asNeeded : undefined;
}

const isSaid = (text: Text | undefined): text is Text => text !== undefined && text.en !== '';

/** Returns two texts in the order that the language has; one alone, or an empty text without any. */
function inOrder(
  ...phrase:
    | ['often', Readonly<Record<'times' | 'every', Text | undefined>>]
    | ['dose', Readonly<Record<'amount' | 'often', Text | undefined>>]
): Text {
  const said = Object.entries<Text | undefined>(phrase[1]).filter((entry): entry is [string, Text] => isSaid(entry[1]));
  return said.length === 2 ? filled(phrase[0], Object.fromEntries(said)) : (said[0]?.[1] ?? sameInEach(''));
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
    inOrder('often', { times: timesText(repeat), every: everyText(repeat) }),
    ...present([daysText(repeat)]),
    ...whenText(repeat),
    ...clockText(repeat).map(({ en }) => spokenTime(en)),
    ...event.map(dayText),
    ...present([over && filled('takenOver', { time: over }), conceptText(code, nameOf), boundsText(repeat)]),
  ];
}

const inTime = (phrase: 'perTime' | 'maxInTime', amount: Text | undefined, time: Text | undefined): Text | undefined =>
  amount && time && filled(phrase, { amount, time });

function rateText({ rateQuantity, rateRange, rateRatio }: Rate): Text | undefined {
  const { numerator = {}, denominator = {} } = rateRatio ?? {};
  const rate =
    (rateQuantity && amountText(rateQuantity)) ??
    spanText(rateRange ?? {}) ??
    inTime('perTime', amountText(numerator), lengthOf(denominator));
  return rate && filled('atRate', { rate });
}

function limitTexts({ maxDosePerPeriod, maxDosePerAdministration }: Dosage): Text[] {
  const { numerator = {}, denominator = {} } = maxDosePerPeriod ?? {};
  const atOnce = maxDosePerAdministration && amountText(maxDosePerAdministration);
  return present([
    inTime('maxInTime', amountText(numerator), lengthOf(denominator)),
    atOnce && filled('maxAtOnce', { amount: atOnce }),
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
    ...(speed ? [doseText(rate), speed, route, often] : [inOrder('dose', { amount: doseText(rate), often }), route]),
    ...times,
    bounds && periodText(bounds),
    needText(dosage, nameOf),
    ...limitTexts(dosage),
  ];
  return listed(parts, 'comma');
}

/** Returns how it is taken, one text for each dosage that says something else, with what it says in addition. */
export function howText(dosages: readonly Dosage[], nameOf: FindName): Text[] {
  const texts = dosages.flatMap((dosage) => {
    const { patientInstruction, _patientInstruction, text, _text } = dosage;
    const said = saidText(patientInstruction, _patientInstruction) ?? saidText(text, _text);
    const how = said ?? structureText(dosage, nameOf);
    const isPartOf = ({ en }: Text) => said?.en.toLowerCase().includes(en.toLowerCase()) ?? false;
    const unsaid = conceptTexts(dosage.additionalInstruction, nameOf).filter((words) => !isPartOf(words));
    const all = listed([how, ...unsaid], 'semicolon');
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
