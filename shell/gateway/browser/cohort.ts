import { randomInt } from 'node:crypto';

/** Cohorts are the numbers from 0 to one below this: a hundred to a percent. */
export const COHORTS = 10_000;
const COOKIE = 'lodestar-cohort';
const ONE_YEAR_S = 31_536_000;

/** Returns the value of a cookie; undefined where a Cookie header has none of that name. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Returns the cohort that a browser's cookies name; undefined without one, or with one that is none. */
export function cohortOf(header: string | undefined): number | undefined {
  const value = cookieIn(header, COOKIE);
  return value !== undefined && /^(0|[1-9]\d{0,3})$/.test(value) ? Number(value) : undefined;
}

/** Returns a cohort for a browser that has none. It says nothing about the person and is kept nowhere but there. */
export function drawCohort(): number {
  return randomInt(COHORTS);
}

/** Returns the Set-Cookie header that keeps a browser in its cohort. No script needs to read it. */
export function cohortCookie(cohort: number, https: boolean): string {
  const attributes = ['Path=/', `Max-Age=${ONE_YEAR_S}`, 'SameSite=Lax', 'HttpOnly', ...(https ? ['Secure'] : [])];
  return [`${COOKIE}=${cohort}`, ...attributes].join('; ');
}
