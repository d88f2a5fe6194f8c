/**
 * Questions to ask about a report, made by rules from what the hospital sent: what is not final, outside, changed or
 * not done, and what happens next. They judge nothing that its marks and ranges don't.
 */
import type { MarkDocument, Text, Verdict } from '../../../common/documents.ts';
import type { ObservationBody } from '../../../common/record-documents.ts';
import { joined } from '../../words/concept.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import { STATUS } from '../observation/map.ts';
import { type Side, sideOf } from '../observation/marks.ts';

/** Where a value is, as its range or the hospital's mark says. */
const SIDES: Readonly<Record<Verdict, Text>> = {
  inside: { en: 'normal', fr: 'normal' },
  above: { en: 'above normal', fr: 'au-dessus de la normale' },
  below: { en: 'below normal', fr: 'sous la normale' },
};

const QUESTIONS = {
  onItsWay: {
    en: 'When will this result be ready, and who will tell me?',
    fr: 'Quand ce résultat sera\u2011t\u2011il prêt, et qui me le dira?',
  },
  notFinal: {
    en: 'When will this report be final, and could it still change?',
    fr: 'Quand ce rapport sera\u2011t\u2011il définitif, et peut\u2011il encore changer?',
  },
  notDone: {
    en: 'Why was this test not done, and do I still need it?',
    fr: 'Pourquoi ce test n’a\u2011t\u2011il pas été fait, et en ai\u2011je encore besoin?',
  },
  corrected: {
    en: 'What was corrected in this report, and what does that mean for me?',
    fr: 'Qu’est\u2011ce qui a été corrigé dans ce rapport, et qu’est\u2011ce que cela veut dire pour moi?',
  },
  unclear: { en: 'Is this report final?', fr: 'Ce rapport est\u2011il définitif?' },
  marked: {
    en: '{name}: {mark}. What does that mean for me?',
    fr: '{name}\u00a0: {mark}. Qu’est\u2011ce que cela veut dire pour moi?',
  },
  outside: {
    en: '{name}: {side}. What could be the reason, and does anything need to be done?',
    fr: '{name}\u00a0: {side}. Quelle peut en être la raison, et faut\u2011il faire quelque chose?',
  },
  manyOutside: {
    en: '{count} values are outside the normal range or marked by the hospital. Which of them matter for me?',
    fr: '{count} valeurs sont hors de la normale ou signalées par l’hôpital. Lesquelles sont importantes pour moi?',
  },
  critical: {
    en: 'What should I watch for, and when should I call for help?',
    fr: 'Que dois\u2011je surveiller, et quand dois\u2011je demander de l’aide?',
  },
  changed: {
    en: '{name}: {before} last time, {now} this time. Why has it changed?',
    fr: '{name}\u00a0: {before} la dernière fois, {now} cette fois\u2011ci. Pourquoi cela a\u2011t\u2011il changé?',
  },
  manyChanged: {
    en: '{count} values were normal last time and are not this time, or the other way round. Why have they changed?',
    fr: '{count} valeurs étaient normales la dernière fois et ne le sont plus, ou l’inverse. Pourquoi ont\u2011elles changé?',
  },
  valuesNotDone: {
    en: 'No value came for: {names}. Why not, and do I still need this test?',
    fr: 'Aucune valeur reçue pour\u00a0: {names}. Pourquoi, et ai\u2011je encore besoin de ce test?',
  },
  valuesAwaited: {
    en: 'Still to come: {names}. When will this be ready?',
    fr: 'Encore à venir\u00a0: {names}. Quand sera\u2011ce prêt?',
  },
  explain: {
    en: 'Can you explain to me in plain words what the report says?',
    fr: 'Pouvez\u2011vous m’expliquer en mots simples ce que dit le rapport?',
  },
  pictures: {
    en: 'Can you show me on the pictures what you see?',
    fr: 'Pouvez\u2011vous me montrer sur les images ce que vous voyez?',
  },
  followUp: {
    en: 'The report speaks of a test or a visit after this one. Do I need it, when, and who arranges it?',
    fr: 'Le rapport parle d’un autre test ou d’un suivi. En ai\u2011je besoin, quand, et qui s’en occupe?',
  },
  treatment: {
    en: 'Does this change my treatment or my medications?',
    fr: 'Est\u2011ce que cela change mon traitement ou mes médicaments?',
  },
  next: { en: 'What happens next, and when?', fr: 'Quelle est la prochaine étape, et quand?' },
  whomToCall: {
    en: 'Whom do I call if I have questions or feel worse?',
    fr: 'Qui dois\u2011je appeler si j’ai des questions ou si je me sens plus mal?',
  },
} as const satisfies Record<string, Text>;

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
  [PHRASES.onItsWay, QUESTIONS.onItsWay],
  [PHRASES.notFinal, QUESTIONS.notFinal],
  [PHRASES.notDone, QUESTIONS.notDone],
  [PHRASES.corrected, QUESTIONS.corrected],
  [PHRASES.unclearIfFinal, QUESTIONS.unclear],
]);

const nameOf = ({ name, partOf }: ObservationBody): Text => (partOf ? joined([partOf, name], ' – ') : name);

const insideSentence = ({ en, fr }: Text): Text => ({
  en: en.charAt(0).toLowerCase() + en.slice(1),
  fr: fr.charAt(0).toLowerCase() + fr.slice(1),
});

/** Returns a question for each value or, for many, one for all. */
const eachOrAll = (questions: readonly Text[], forAll: Text): Text[] =>
  questions.length > MOST_NAMED ? [filled(forAll, { count: questions.length })] : [...questions];

const isNamed = (side: Side | null): side is keyof typeof SIDES => side !== null && side in SIDES;

function ofOutside(body: ObservationBody): Text[] {
  const name = nameOf(body);
  const side = sideOf(body);
  if (body.mark && side !== 'inside') return [filled(QUESTIONS.marked, { name, mark: insideSentence(body.mark.text) })];
  return side === 'above' || side === 'below' ? [filled(QUESTIONS.outside, { name, side: SIDES[side] })] : [];
}

function ofChanged({ body, earlier }: ReportedValue): Text[] {
  const [side, before] = [sideOf(body), earlier ? sideOf(earlier) : null];
  if (!isNamed(side) || !isNamed(before) || side === before) return [];
  return [filled(QUESTIONS.changed, { name: nameOf(body), before: SIDES[before], now: SIDES[side] })];
}

/** Returns a question that names the values, or says how many they are; none without any. */
function ofNamed(bodies: readonly ObservationBody[], question: Text): Text[] {
  if (bodies.length === 0) return [];
  const count = filled(PHRASES.values, { count: bodies.length });
  return [filled(question, { names: bodies.length > MOST_NAMED ? count : joined(bodies.map(nameOf), ', ') })];
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
    ...eachOrAll(bodies.flatMap(ofOutside), QUESTIONS.manyOutside),
    ...(bodies.some(isCritical) ? [QUESTIONS.critical] : []),
    ...eachOrAll(values.flatMap(ofChanged), QUESTIONS.manyChanged),
    ...ofNamed(bodies.filter(isNotDone), QUESTIONS.valuesNotDone),
    ...ofNamed(bodies.filter(isAwaited), QUESTIONS.valuesAwaited),
    ...(conclusion !== null || hasFiles ? [QUESTIONS.explain] : []),
    ...(hasPictures ? [QUESTIONS.pictures] : []),
    ...(conclusion && FOLLOW_UP.test(`${conclusion.en} ${conclusion.fr}`) ? [QUESTIONS.followUp] : []),
    ...(hasContent ? [QUESTIONS.treatment] : []),
    QUESTIONS.next,
    QUESTIONS.whomToCall,
  ];
}
