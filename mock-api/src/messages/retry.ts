import { MINUTE, SECOND } from '../clock.ts';

const FIRST_RETRY = 5 * SECOND;
const LONGEST_RETRY = 30 * MINUTE;

/**
 * Milliseconds to wait after this many attempts: doubled each time, and less by a random part, so that not all come back
 * at once; at least what the service asks for, within half an hour.
 */
export function retryDelay(attempts: number, askedFor = 0): number {
  const longest = Math.min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_RETRY);
  return Math.max(longest * (0.5 + Math.random() / 2), Math.min(askedFor, LONGEST_RETRY));
}
