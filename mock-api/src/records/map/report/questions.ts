/**
 * Questions to ask about a report, made by rules from what the hospital sent: what is not final, outside, changed or
 * not done, and what happens next. They judge nothing that its marks and ranges don't.
 */
import type { MarkDocument, Verdict } from '../../../common/documents.ts';
import { mapText, type Text } from '../../../common/i18n.ts';
import type { ObservationBody } from '../../../common/record-documents.ts';
import { joined } from '../../words/concept.ts';
import { filled, listed, PHRASES } from '../../words/phrases.ts';
import { STATUS } from '../observation/map.ts';
import { type Side, sideOf } from '../observation/marks.ts';

/** Where a value is, as its range or the hospital's mark says. */
const SIDES: Readonly<Record<Verdict, Text>> = {
  inside: PHRASES['mark.normal'],
  above: PHRASES['mark.high'],
  below: PHRASES['mark.low'],
};

/** A value of a report, and the one before it. */
interface ReportedValue {
  body: ObservationBody;
  /** The last value of the same kind before it; undefined without one. */
  earlier: ObservationBody | undefined;
}

interface Reported {
  status: string;
  conclusion: Text | null;
  values: readonly ReportedValue[];
  hasPictures: boolean;
  hasFiles: boolean;
}

/** With more values than this, one question is about all of them. */
const MOST_NAMED = 4;

const OF_STATUS = new Map<Text | undefined, Text>([
  [PHRASES.onItsWay, PHRASES['question.onItsWay']],
  [PHRASES.notFinal, PHRASES['question.notFinal']],
  [PHRASES.notDone, PHRASES['question.notDone']],
  [PHRASES.corrected, PHRASES['question.corrected']],
  [PHRASES.unclearIfFinal, PHRASES['question.unclear']],
]);

const nameOf = ({ name, partOf }: ObservationBody): Text => (partOf ? joined([partOf, name], ' – ') : name);

const insideSentence = (text: Text): Text =>
  mapText(text, (words, locale) => words.charAt(0).toLocaleLowerCase(locale) + words.slice(1));

/** Returns a question for each value or, for many, one for all. */
const eachOrAll = (questions: readonly Text[], forAll: 'question.manyOutside' | 'question.manyChanged'): Text[] =>
  questions.length > MOST_NAMED ? [filled(forAll, { count: questions.length })] : [...questions];

const isNamed = (side: Side | null): side is keyof typeof SIDES => side !== null && side in SIDES;

function ofOutside(body: ObservationBody): Text[] {
  const name = nameOf(body);
  const side = sideOf(body);
  if (body.mark && side !== 'inside')
    return [filled('question.marked', { name, mark: insideSentence(body.mark.text) })];
  return side === 'above' || side === 'below' ? [filled('question.outside', { name, side: SIDES[side] })] : [];
}

function ofChanged({ body, earlier }: ReportedValue): Text[] {
  const [side, before] = [sideOf(body), earlier ? sideOf(earlier) : null];
  if (!isNamed(side) || !isNamed(before) || side === before) return [];
  return [filled('question.changed', { name: nameOf(body), before: SIDES[before], now: SIDES[side] })];
}

/** Returns a question that names the values, or says how many they are; none without any. */
function ofNamed(
  bodies: readonly ObservationBody[],
  question: 'question.valuesNotDone' | 'question.valuesAwaited',
): Text[] {
  if (bodies.length === 0) return [];
  const count = filled('values', { count: bodies.length });
  return [filled(question, { names: bodies.length > MOST_NAMED ? count : listed(bodies.map(nameOf), 'comma') })];
}

const isCritical = ({ mark }: { mark?: MarkDocument | null }) => mark?.isCritical === true;

const isWithoutValue = ({ kind }: ObservationBody) => kind === 'none' || kind === 'absent';

const isAwaited = (body: ObservationBody) =>
  isWithoutValue(body) && (body.status === PHRASES.onItsWay || body.status === PHRASES.notFinal);

const isNotDone = (body: ObservationBody) =>
  body.status === PHRASES.notDone || (body.kind === 'absent' && !isAwaited(body));

/** Words for what is to be done after a report, in both languages. */
const FOLLOW_UP = /follow[- ]?up|recommend|repeat|suivi|recommand|à répéter|contrôle/i;

export function questionsOf({ status, conclusion, values, hasPictures, hasFiles }: Reported): Text[] {
  const bodies = values.map(({ body }) => body);
  const ofStatus = OF_STATUS.get(STATUS[status]);
  const hasContent = conclusion !== null || values.length > 0 || hasPictures || hasFiles;
  return [
    ...(ofStatus ? [ofStatus] : []),
    ...eachOrAll(bodies.flatMap(ofOutside), 'question.manyOutside'),
    ...(bodies.some(isCritical) ? [PHRASES['question.critical']] : []),
    ...eachOrAll(values.flatMap(ofChanged), 'question.manyChanged'),
    ...ofNamed(bodies.filter(isNotDone), 'question.valuesNotDone'),
    ...ofNamed(bodies.filter(isAwaited), 'question.valuesAwaited'),
    ...(conclusion !== null || hasFiles ? [PHRASES['question.explain']] : []),
    ...(hasPictures ? [PHRASES['question.pictures']] : []),
    ...(conclusion && FOLLOW_UP.test(`${conclusion.en} ${conclusion.fr}`) ? [PHRASES['question.followUp']] : []),
    ...(hasContent ? [PHRASES['question.treatment']] : []),
    PHRASES['question.next'],
    PHRASES['question.whomToCall'],
  ];
}
