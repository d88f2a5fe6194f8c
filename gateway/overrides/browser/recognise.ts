import type { FastifyReply, FastifyRequest } from 'fastify';
import { testVersionOf } from '../recognised.ts';
import { cohortCookie, cohortOf, drawCohort } from './cohort.ts';
import type { Browser } from './registry-for.ts';

/** Returns what a request's cookies say about its browser. */
export function browserOf(request: FastifyRequest): Browser {
  return { cohort: cohortOf(request.headers.cookie), test: testVersionOf(request) };
}

/** Returns the requesting browser; sets a new cohort cookie on the response if it has none. */
export function recogniseBrowser(request: FastifyRequest, reply: FastifyReply, https: boolean): Browser {
  const browser = browserOf(request);
  if (browser.cohort !== undefined) return browser;
  const cohort = drawCohort();
  reply.header('set-cookie', cohortCookie(cohort, https));
  return { ...browser, cohort };
}
