/** Texts of the questions to ask about a report. */
import type { Text, Verdict } from '../../../common/documents.ts';

/** Where a value is, as its range or the hospital's mark says. */
export const SIDES: Readonly<Record<Verdict, Text>> = {
  inside: { en: 'normal', fr: 'normal' },
  above: { en: 'above normal', fr: 'au-dessus de la normale' },
  below: { en: 'below normal', fr: 'sous la normale' },
};

export const QUESTIONS = {
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
