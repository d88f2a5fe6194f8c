import { MINUTE, SECOND } from '../common/clock.ts';

const FIRST_RETRY = 5 * SECOND;
const LONGEST_RETRY = 30 * MINUTE;

/**
 * Returns the delay after this many attempts, in milliseconds: doubled each time, with jitter so that retries do not
 * coincide; at least what the service asks for, up to half an hour.
 */
export function retryDelay(attempts: number, askedFor = 0): number {
  const longest = Math.min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_RETRY);
  return Math.max(longest * (0.5 + Math.random() / 2), Math.min(askedFor, LONGEST_RETRY));
}
