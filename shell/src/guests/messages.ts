import { isObject, type SurveyAnswer } from 'shared-ui/contract';
import type { FromFrame } from './protocol.ts';

/** The longest message that a form needs: 50 answers of 4,000 characters, with room for escapes. In characters. */
const MAX_MESSAGE = 500_000;
/** More a second is a flood: a form says something at every key and at every change of its height. */
const MAX_PER_SECOND = 200;
/** What a survey may hold (docs/swap-the-surveys-remote.md#answers). */
const MAX_ANSWERS = 50;
const MAX_QUESTION = 200;
const MAX_ANSWER = 4_000;

const isAnswer = (value: unknown): value is SurveyAnswer =>
  isObject(value) &&
  typeof value.question === 'string' &&
  value.question.length <= MAX_QUESTION &&
  (typeof value.answer === 'number' || (typeof value.answer === 'string' && value.answer.length <= MAX_ANSWER));

/** The answers in what a frame has sent, with nothing else that it may have put beside them; undefined when it has none. */
export function answersIn(value: unknown): SurveyAnswer[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_ANSWERS || !value.every(isAnswer)) return undefined;
  return value.map(({ question, answer }) => ({ question, answer }));
}

/** A message of a frame, or undefined for what is none. Its fields are still to be looked at. */
export function readMessage(data: unknown): FromFrame | undefined {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE) return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return isObject(message) && typeof message.kind === 'string' ? (message as FromFrame) : undefined;
  } catch {
    return undefined;
  }
}

/** Counts what comes, second by second. */
export class Gauge {
  #second = 0;
  #count = 0;

  /** Whether there has not been too much of it in this second. */
  holds(now = performance.now()): boolean {
    const second = Math.floor(now / 1_000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    return this.#count <= MAX_PER_SECOND;
  }
}
