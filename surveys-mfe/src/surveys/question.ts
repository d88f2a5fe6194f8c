import type { SurveyAnswer } from 'shared-ui/contract';
import type { Choice } from 'shared-ui/forms';
import type { Language, TextName } from '../words.ts';

/** Option scales (docs/product-rules.md#surveys), best first: the first option counts 5, the last 1. */
const SCALES = {
  satisfied: ['scale.verySatisfied', 'scale.satisfied', 'scale.neutral', 'scale.unsatisfied', 'scale.veryUnsatisfied'],
  comfortable: [
    'scale.veryComfortable',
    'scale.comfortable',
    'scale.neutral',
    'scale.notVeryComfortable',
    'scale.notComfortableAtAll',
  ],
  quality: ['scale.excellent', 'scale.good', 'scale.fair', 'scale.poor', 'scale.veryPoor'],
  confident: [
    'scale.veryConfident',
    'scale.confident',
    'scale.neutral',
    'scale.notVeryConfident',
    'scale.notConfidentAtAll',
  ],
  clear: ['scale.veryClear', 'scale.clear', 'scale.neutral', 'scale.unclear', 'scale.veryUnclear'],
  comprehensive: [
    'scale.veryComprehensive',
    'scale.comprehensive',
    'scale.neutral',
    'scale.incomprehensive',
    'scale.veryIncomprehensive',
  ],
} as const satisfies Record<string, readonly TextName[]>;

export type Scale = keyof typeof SCALES;

/** Returns the options of a scale with values from 5 to 1. */
export function choicesOf(scale: Scale, { t }: Language): Choice<number>[] {
  const names: readonly TextName[] = SCALES[scale];
  return names.map((name, index) => ({ value: names.length - index, label: t(name) }));
}

/** Base of all questions. The answer is sent under `name`, the name of its field (docs/product-rules.md#surveys). */
interface Named {
  name: string;
  label: TextName;
  hint?: TextName;
}

/** One of the five options of a scale. */
export interface OptionQuestion extends Named {
  kind: 'option';
  scale: Scale;
  /** Error message when no option is selected; without it the question is optional. */
  missing?: TextName;
}

/** Stars: 0 (not rated) to 5 in half steps. */
export interface RatingQuestion extends Named {
  kind: 'rating';
}

/** Free text; may be empty. */
export interface CommentQuestion extends Named {
  kind: 'comment';
}

export type Question = OptionQuestion | RatingQuestion | CommentQuestion;

/** A feedback form: its introduction and its questions in order. */
export interface SurveyForm {
  intro: TextName;
  questions: readonly Question[];
}

/** Value of a field; null without an answer. */
type Value = number | string | null;
export type Values = Record<string, Value>;

/** The demo's defaults (docs/product-rules.md#surveys): 5 for the options, 0 for the rating, no comment. */
const DEMO_DEFAULTS = { option: 5, rating: 0, comment: '' } as const;

/** Outside the demo nothing is answered beforehand: such answers would say nothing about the hospital. */
const NO_ANSWERS = { option: null, rating: null, comment: '' } as const;

/** Returns the initial values of a form's fields. */
export function initialValues({ questions }: SurveyForm, isDemo: boolean): Values {
  const defaults = isDemo ? DEMO_DEFAULTS : NO_ANSWERS;
  return Object.fromEntries(questions.map(({ name, kind }) => [name, defaults[kind]]));
}

/** Returns whether a question has to be answered. */
export const isRequired = (question: Question): boolean => question.kind === 'option' && question.missing !== undefined;

/** Average time that a question takes, without optional comments (seconds). */
const SECONDS_PER_QUESTION = 30;

/** Returns how many questions a form asks, comments aside, and about how many minutes they take. */
export function lengthOf({ questions }: SurveyForm): { questions: number; minutes: number } {
  const asked = questions.filter(({ kind }) => kind !== 'comment').length;
  return { questions: asked, minutes: Math.ceil((asked * SECONDS_PER_QUESTION) / 60) };
}

/** Option values of every scale (docs/product-rules.md#surveys). */
const OPTIONS = new Set([5, 4, 3, 2, 1]);
/** Step and maximum of a rating. */
const RATING = { step: 0.5, best: 5 };

/** Returns whether a question accepts this answer: an option of its scale, a half step from 0 to 5, or a text. */
function isAnswerTo({ kind }: Question, answer: number | string): boolean {
  if (kind === 'comment') return typeof answer === 'string';
  if (typeof answer !== 'number') return false;
  if (kind === 'option') return OPTIONS.has(answer);
  return answer >= 0 && answer <= RATING.best && Number.isInteger(answer / RATING.step);
}

/** Formats a rating: "3.5 of 5", "Not rated". */
export function ratingInWords(value: number, { t, number }: Language): string {
  return value === 0 ? t('rating.none') : t('rating.value', { value: number(value) });
}

/** Formats an answer as the user gave it; returns an empty string for no answer. */
export function answerInWords(question: Question, value: Value, language: Language): string {
  if (question.kind === 'rating') return ratingInWords(Number(value), language);
  if (question.kind === 'comment') return String(value ?? '').trim();
  return choicesOf(question.scale, language).find((choice) => choice.value === value)?.label ?? '';
}

/**
 * Converts the values of a form into answers: one per question, in form order, named by its field
 * (docs/product-rules.md#surveys). Numbers stay numbers, comments stay as typed, and unanswered questions are omitted.
 */
export function answersOf({ questions }: SurveyForm, values: Values): SurveyAnswer[] {
  return questions.flatMap(({ name }) => {
    const answer = values[name];
    return answer === null || answer === undefined ? [] : [{ question: name, answer }];
  });
}

/**
 * Returns a form's initial values for answers given earlier. An answer that is missing or does not fit its question is
 * replaced by the default (a draft may come from another version of the form).
 */
export function valuesOf(form: SurveyForm, answers: SurveyAnswer[], isDemo: boolean): Values {
  const given = form.questions.flatMap((question) => {
    const answer = answers.find(({ question: name }) => name === question.name)?.answer;
    return answer !== undefined && isAnswerTo(question, answer) ? [[question.name, answer] as const] : [];
  });
  return { ...initialValues(form, isDemo), ...Object.fromEntries(given) };
}
