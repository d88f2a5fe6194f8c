import { randomInt } from 'node:crypto';
import { cookieAttributes, cookieIn } from '../../common/cookies.ts';

/** Number of cohorts, numbered from 0: a hundred per percent. */
export const COHORTS = 10_000;
const COHORT_COOKIE = 'lodestar-cohort';
/** Name of the cookie that holds the token of a browser's test version. */
export const OVERRIDE_COOKIE = 'lodestar-override';
const ONE_YEAR_S = 31_536_000;

/** Returns the cohort in a browser's cookies; undefined when absent or invalid. */
export function cohortOf(header: string | undefined): number | undefined {
  const value = cookieIn(header, COHORT_COOKIE);
  return value !== undefined && /^(0|[1-9]\d{0,3})$/.test(value) ? Number(value) : undefined;
}

/** Returns a random cohort for a new browser. It says nothing about the person and is stored only in that browser. */
export function drawCohort(): number {
  return randomInt(COHORTS);
}

/** Returns the Set-Cookie header for a cohort. */
export function cohortCookie(cohort: number, https: boolean): string {
  return `${COHORT_COOKIE}=${cohort}; ${cookieAttributes(ONE_YEAR_S, https)}`;
}

/**
 * Returns the Set-Cookie header that gives a browser its test version: the signed token itself, which the gateway
 * verifies on every page.
 * @param until when it ends, in seconds since 1970
 */
export function overrideCookie(token: string, until: number, https: boolean): string {
  const left = Math.max(0, Math.ceil(until - Date.now() / 1000));
  return `${OVERRIDE_COOKIE}=${token}; ${cookieAttributes(left, https)}`;
}

/** Returns the Set-Cookie header that removes the test version. */
export function noOverrideCookie(https: boolean): string {
  return `${OVERRIDE_COOKIE}=; ${cookieAttributes(0, https)}`;
}
