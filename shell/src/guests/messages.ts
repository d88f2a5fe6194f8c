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

/** Counts what comes, period by period. */
export class Gauge {
  readonly #most: number;
  readonly #period: number;
  #now = 0;
  #count = 0;

  /**
   * @param most what is not yet too much in a period
   * @param period in milliseconds
   */
  constructor(most = MAX_PER_SECOND, period = 1_000) {
    this.#most = most;
    this.#period = period;
  }

  /** Counts one more; returns whether there has not been too much in this period. */
  holds(now = performance.now()): boolean {
    const period = Math.floor(now / this.#period);
    this.#count = period === this.#now ? this.#count + 1 : 1;
    this.#now = period;
    return this.#count <= this.#most;
  }
}
