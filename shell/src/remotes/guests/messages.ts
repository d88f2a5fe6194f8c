import { isObject, type SurveyAnswer } from 'shared-ui/contract';
import type { FromFrame } from './protocol.ts';

/** Maximum message length in characters: 50 answers of 4,000 characters, plus escapes. */
const MAX_MESSAGE = 500_000;
/** Rate limit. A form sends a message on every key press and height change. */
const MAX_PER_SECOND = 200;
/** Limits of a survey (docs/swap-the-surveys-remote.md#answers). */
const MAX_ANSWERS = 50;
const MAX_QUESTION = 200;
const MAX_ANSWER = 4_000;

const isAnswer = (value: unknown): value is SurveyAnswer =>
  isObject(value) &&
  typeof value.question === 'string' &&
  value.question.length <= MAX_QUESTION &&
  (typeof value.answer === 'number' || (typeof value.answer === 'string' && value.answer.length <= MAX_ANSWER));

/** Returns the answers in a frame's message, without any extra fields; undefined if they are invalid. */
export function parseAnswers(value: unknown): SurveyAnswer[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_ANSWERS || !value.every(isAnswer)) return undefined;
  return value.map(({ question, answer }) => ({ question, answer }));
}

/** Parses a frame's message; undefined if it is invalid. The caller must still validate its fields. */
export function readMessage(data: unknown): FromFrame | undefined {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE) return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return isObject(message) && typeof message.kind === 'string' ? (message as FromFrame) : undefined;
  } catch {
    return undefined;
  }
}

/** Rate limiter with fixed periods. */
export class RateLimiter {
  readonly #limit: number;
  readonly #period: number;
  #currentPeriod = 0;
  #count = 0;

  /**
   * @param limit maximum count per period
   * @param period length of a period (ms)
   */
  constructor(limit = MAX_PER_SECOND, period = 1_000) {
    this.#limit = limit;
    this.#period = period;
  }

  /** Counts one event. Returns whether the current period is still within the limit. */
  allows(now = performance.now()): boolean {
    const period = Math.floor(now / this.#period);
    this.#count = period === this.#currentPeriod ? this.#count + 1 : 1;
    this.#currentPeriod = period;
    return this.#count <= this.#limit;
  }
}
