import { randomInt } from 'node:crypto';
import { cookieAttributes, cookieIn, cookieName } from 'server-kit/cookies';

/** Number of cohorts, numbered from 0: a hundred per percent. */
export const COHORTS = 10_000;
const COHORT_COOKIE = 'lodestar-cohort';
/** Holds the token of a browser's test version. */
const OVERRIDE_COOKIE = 'lodestar-override';
const ONE_YEAR_S = 31_536_000;

/** Returns the cohort in a browser's cookies; undefined when absent or invalid. */
export function cohortOf(header: string | undefined, https: boolean): number | undefined {
  const value = cookieIn(header, cookieName(COHORT_COOKIE, https));
  return value !== undefined && /^(0|[1-9]\d{0,3})$/.test(value) ? Number(value) : undefined;
}

/** Returns a random cohort for a new browser. It says nothing about the person and is stored only in that browser. */
export function drawCohort(): number {
  return randomInt(COHORTS);
}

/** Returns the Set-Cookie header for a cohort. */
export function cohortCookie(cohort: number, https: boolean): string {
  return `${cookieName(COHORT_COOKIE, https)}=${cohort}; ${cookieAttributes(ONE_YEAR_S, https)}`;
}

/** Returns the token of the test version in a browser's cookies; undefined when absent. */
export const overrideTokenOf = (header: string | undefined, https: boolean): string | undefined =>
  cookieIn(header, cookieName(OVERRIDE_COOKIE, https));

/**
 * Returns the Set-Cookie header that gives a browser its test version: the signed token itself, which the gateway
 * verifies on every page.
 * @param until when it ends, in seconds since 1970
 */
export function overrideCookie(token: string, until: number, https: boolean): string {
  const left = Math.max(0, Math.ceil(until - Date.now() / 1000));
  return `${cookieName(OVERRIDE_COOKIE, https)}=${token}; ${cookieAttributes(left, https)}`;
}

/** Returns the Set-Cookie header that removes the test version. */
export function noOverrideCookie(https: boolean): string {
  return `${cookieName(OVERRIDE_COOKIE, https)}=; ${cookieAttributes(0, https)}`;
}
