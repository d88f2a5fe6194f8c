import { choicesOf, type Scale } from '../scales.ts';
import type { Speech, TextName } from '../words.ts';

/** A question is named by its field (docs/product-rules.md#surveys); its answer is sent under that name. */
interface Named {
  name: string;
  label: TextName;
  hint?: TextName;
}

/** One of the five options of a scale. */
export interface OptionQuestion extends Named {
  kind: 'option';
  scale: Scale;
  /** What to say when nothing is chosen; without it the question may stay open. */
  missing?: TextName;
}

/** Stars: 0 (not rated) to 5 in half steps. */
export interface RatingQuestion extends Named {
  kind: 'rating';
}

/** Free text; may stay empty. */
export interface CommentQuestion extends Named {
  kind: 'comment';
}

export type Question = OptionQuestion | RatingQuestion | CommentQuestion;

/** One feedback form: what it says first, and its questions in their order. */
export interface SurveyForm {
  intro: TextName;
  questions: readonly Question[];
}

/** What stands in a field; null: no option chosen. */
export type Value = number | string | null;
export type Values = Record<string, Value>;

/** Defaults (docs/product-rules.md#surveys): 5 for the options, 0 for the rating, no comment. */
const DEFAULTS = { option: 5, rating: 0, comment: '' } as const;

/** What the fields of a form hold when it opens. */
export function initialValues({ questions }: SurveyForm): Values {
  return Object.fromEntries(questions.map(({ name, kind }) => [name, DEFAULTS[kind]]));
}

/** What the options of every scale count (docs/product-rules.md#surveys). */
const OPTIONS = new Set([5, 4, 3, 2, 1]);
/** Steps of a rating, and its best. */
const RATING = { step: 0.5, best: 5 };

/** Whether a question can be answered with this: an option of its scale, half steps from 0 to 5, or a text. */
export function isAnswerTo({ kind }: Question, answer: number | string): boolean {
  if (kind === 'comment') return typeof answer === 'string';
  if (typeof answer !== 'number') return false;
  if (kind === 'option') return OPTIONS.has(answer);
  return answer >= 0 && answer <= RATING.best && Number.isInteger(answer / RATING.step);
}

/** A rating in words: "3.5 of 5", "Not rated". */
export function ratingInWords(value: number, { t, number }: Speech): string {
  return value === 0 ? t('rating.none') : t('rating.value', { value: number(value) });
}

/** An answer as the person gave it; an empty text when there is none. */
export function answerInWords(question: Question, value: Value, speech: Speech): string {
  if (question.kind === 'rating') return ratingInWords(Number(value), speech);
  if (question.kind === 'comment') return String(value ?? '').trim();
  return choicesOf(question.scale, speech).find((choice) => choice.value === value)?.label ?? '';
}
