/** How a medication is taken: the prescriber's words, else the structure in words. */
import type { Text } from '../../../common/documents.ts';
import type { Dosage } from '../../fhir/datatypes.ts';
import { amountText, figureOf, spanText } from '../../words/amount.ts';
import { conceptText, distinct, joined, sameInBoth } from '../../words/concept.ts';
import type { FindName } from '../../words/names.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import { EVERY, PERIODS, WHEN } from './timing-words.ts';

type Repeat = NonNullable<NonNullable<Dosage['timing']>['repeat']>;

const isOne = (figure: string) => figure === '1';

function timesText({ frequency, frequencyMax }: Repeat): Text | undefined {
  if (!frequency) return undefined;
  const [low, high] = [figureOf(frequency), frequencyMax && figureOf(frequencyMax)];
  if (high === undefined && isOne(low)) return PHRASES.once;
  const count = high === undefined ? low : filled(PHRASES.span, { low, high });
  return filled(PHRASES.times, { count });
}

function everyText({ period, periodMax, periodUnit }: Repeat): Text | undefined {
  const words = PERIODS[periodUnit ?? ''];
  if (!period || !words) return undefined;
  const [low, high] = [figureOf(period), periodMax && figureOf(periodMax)];
  if (high === undefined && isOne(low)) return words.one;
  const count = high === undefined ? low : filled(PHRASES.span, { low, high });
  return filled(EVERY, { count, units: words.many });
}

function whenText({ when = [], offset }: Repeat): Text[] {
  return when.flatMap((code) => {
    const words = WHEN[code];
    if (!words) return [];
    return [offset ? filled(PHRASES.minutes, { count: figureOf(offset), when: words }) : words];
  });
}

const clockText = ({ timeOfDay = [] }: Repeat): Text[] =>
  timeOfDay.filter((time) => /^([01]\d|2[0-3]):[0-5]\d/.test(time)).map((time) => sameInBoth(time.slice(0, 5)));

function needText({ asNeededBoolean, asNeededCodeableConcept }: Dosage, nameOf: FindName): Text | undefined {
  const reason = conceptText(asNeededCodeableConcept, nameOf);
  if (reason) return filled(PHRASES.asNeededFor, { reason });
  return asNeededBoolean || asNeededCodeableConcept ? PHRASES.asNeeded : undefined;
}

type Timing = NonNullable<Dosage['timing']>;

/** Returns how often and at which times of the day, part by part. */
export function timingTexts(timing: Timing, nameOf: FindName): Text[] {
  const { repeat = {}, code } = timing;
  const often = [timesText(repeat), everyText(repeat)].filter((words) => words !== undefined);
  const named = conceptText(code, nameOf);
  return [joined(often, ' '), ...whenText(repeat), ...clockText(repeat), ...(named ? [named] : [])];
}

function structureText(dosage: Dosage, nameOf: FindName): Text {
  const [rate] = dosage.doseAndRate ?? [];
  const parts = [
    rate?.doseQuantity && amountText(rate.doseQuantity),
    rate?.doseRange && spanText(rate.doseRange),
    conceptText(dosage.route, nameOf),
    ...timingTexts(dosage.timing ?? {}, nameOf),
    needText(dosage, nameOf),
  ];
  return joined(
    parts.filter((words) => words !== undefined),
    ', ',
  );
}

/** Returns how it is taken, one text for each dosage that says something else, with what it says in addition. */
export function howText(dosages: readonly Dosage[], nameOf: FindName): Text[] {
  const texts = dosages.flatMap((dosage) => {
    const said = (dosage.patientInstruction ?? dosage.text)?.trim();
    const how = said ? sameInBoth(said) : structureText(dosage, nameOf);
    const more = (dosage.additionalInstruction ?? []).map((also) => conceptText(also, nameOf));
    const unsaid = more
      .filter((words) => words !== undefined)
      .filter(({ en }) => !said?.toLowerCase().includes(en.toLowerCase()));
    const all = joined([how, ...unsaid], '; ');
    return all.en === '' ? [] : [all];
  });
  return distinct(texts);
}

/** Returns times of the day: only those that the source names, never any from a frequency, and none as needed. */
export function timesOf(dosages: readonly Dosage[]): Text[] {
  return dosages.flatMap((dosage) => {
    const repeat = dosage.timing?.repeat;
    if (!repeat || dosage.asNeededBoolean || dosage.asNeededCodeableConcept) return [];
    return [...clockText(repeat), ...whenText(repeat)];
  });
}
