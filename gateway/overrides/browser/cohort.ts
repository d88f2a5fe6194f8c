import { randomInt } from 'node:crypto';

/** Number of cohorts, numbered from 0: a hundred per percent. */
export const COHORTS = 10_000;
const COOKIE = 'lodestar-cohort';
const ONE_YEAR_S = 31_536_000;

/** Returns a cookie's value; undefined when the Cookie header doesn't contain it. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Returns the cohort in a browser's cookies; undefined when absent or invalid. */
export function cohortOf(header: string | undefined): number | undefined {
  const value = cookieIn(header, COOKIE);
  return value !== undefined && /^(0|[1-9]\d{0,3})$/.test(value) ? Number(value) : undefined;
}

/** Returns a random cohort for a new browser. It says nothing about the person and is stored only in that browser. */
export function drawCohort(): number {
  return randomInt(COHORTS);
}

/** Returns the Set-Cookie header for a cohort. HttpOnly: no script needs it. */
export function cohortCookie(cohort: number, https: boolean): string {
  const attributes = ['Path=/', `Max-Age=${ONE_YEAR_S}`, 'SameSite=Lax', 'HttpOnly', ...(https ? ['Secure'] : [])];
  return [`${COOKIE}=${cohort}`, ...attributes].join('; ');
}
