import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from 'server-kit/cookies';
import type { TestVersion } from '../test-version.ts';
import { cohortCookie, cohortOf, drawCohort } from './cookies.ts';
import type { Browser } from './registry-for.ts';

const recognised = new WeakMap<object, TestVersion>();

/** Associates a request, while it is handled, with the test version of its browser. */
export function remember(request: object, test: TestVersion): void {
  recognised.set(request, test);
}

/** Returns the test version of the browser that sent a request. */
export function testVersionOf(request: object): TestVersion | undefined {
  return recognised.get(request);
}

/** Returns what a request's cookies say about its browser. */
export function browserOf(request: FastifyRequest): Browser {
  return { cohort: cohortOf(request.headers.cookie, isHttps(request)), test: testVersionOf(request) };
}

/** Returns the requesting browser; sets a new cohort cookie on the response if it has none. */
export function recogniseBrowser(request: FastifyRequest, reply: FastifyReply): Browser {
  const browser = browserOf(request);
  if (browser.cohort !== undefined) return browser;
  const cohort = drawCohort();
  reply.header('set-cookie', cohortCookie(cohort, isHttps(request)));
  return { ...browser, cohort };
}
