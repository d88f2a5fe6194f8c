import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes, cookieIn, cookieName, isHttps } from 'server-kit/http';
import type { Registry, RegistryEntry } from 'shared-ui/contract';
import type { TestVersion } from './token.ts';

/** Number of cohorts, numbered from 0: a hundred per percent. */
export const COHORTS = 10_000;
const COHORT_COOKIE = 'lodestar-cohort';
const OVERRIDE_COOKIE = 'lodestar-override';
const ONE_YEAR_S = 31_536_000;

/** @returns undefined for an invalid cohort, too */
export function cohortOf(header: string | undefined, https: boolean): number | undefined {
  const value = cookieIn(header, cookieName(COHORT_COOKIE, https));
  return value !== undefined && /^(0|[1-9]\d{0,3})$/.test(value) ? Number(value) : undefined;
}

/** Draws the cohort of a new browser. It says nothing about the person and is stored only in that browser. */
export const drawCohort = (): number => randomInt(COHORTS);

const setCookie = (name: string, value: string | number, maxAge: number, https: boolean) =>
  `${cookieName(name, https)}=${value}; ${cookieAttributes(maxAge, https)}`;

export const cohortCookie = (cohort: number, https: boolean): string =>
  setCookie(COHORT_COOKIE, cohort, ONE_YEAR_S, https);

export const overrideTokenOf = (header: string | undefined, https: boolean): string | undefined =>
  cookieIn(header, cookieName(OVERRIDE_COOKIE, https));

/**
 * Gives a browser its test version: the cookie holds the signed token itself, which the gateway verifies on every page.
 * @param until when it ends, in seconds since 1970
 */
export const overrideCookie = (token: string, until: number, https: boolean): string =>
  setCookie(OVERRIDE_COOKIE, token, Math.max(0, Math.ceil(until - Date.now() / 1000)), https);

/** Removes a browser's test version. */
export const noOverrideCookie = (https: boolean): string => setCookie(OVERRIDE_COOKIE, '', 0, https);

/** What the gateway knows about a browser. */
export interface Browser {
  /** 0 to 9,999; undefined without a cookie, e.g. for tools that read the registry. */
  cohort: number | undefined;
  /** Test version that a signed link gave to this browser only. */
  test?: TestVersion | undefined;
}

const recognised = new WeakMap<object, TestVersion>();

/** Associates a request, while it is handled, with the test version of its browser. */
export const remember = (request: object, test: TestVersion): void => void recognised.set(request, test);

export const testVersionOf = (request: object): TestVersion | undefined => recognised.get(request);

export const browserOf = (request: FastifyRequest): Browser => ({
  cohort: cohortOf(request.headers.cookie, isHttps(request)),
  test: testVersionOf(request),
});

/** Returns the requesting browser; sets a new cohort cookie on the response if it has none. */
export function recogniseBrowser(request: FastifyRequest, reply: FastifyReply): Browser {
  const browser = browserOf(request);
  if (browser.cohort !== undefined) return browser;
  const cohort = drawCohort();
  reply.header('set-cookie', cohortCookie(cohort, isHttps(request)));
  return { ...browser, cohort };
}

/** Cache limit per registry state: developers may create a version every minute. */
const MAX_VARIANTS = 50;

/** Registry -> the versions that replace its own -> the registry with them. */
const variants = new WeakMap<Registry, Map<string, Registry>>();

/** Returns the same object for the same versions, because pages are cached by it. */
function variantOf(registry: Registry, key: string, make: () => Registry): Registry {
  const known = variants.get(registry) ?? new Map<string, Registry>();
  variants.set(registry, known);
  const variant = known.get(key) ?? make();
  known.set(key, variant);
  const [oldest] = known.keys();
  if (known.size > MAX_VARIANTS && oldest !== undefined) known.delete(oldest);
  return variant;
}

/**
 * Returns the registry for one browser. Cohorts in a canary's share get the canary as the active version and the
 * current one as its fallback. Versions that the browser may not load are omitted, and a link's test version replaces
 * the published ones. Without a cookie this is the registry itself.
 */
export function registryFor(registry: Registry, { cohort, test }: Browser): Registry {
  const given = cohort === undefined ? registry : withCanaries(registry, cohort);
  return test === undefined
    ? given
    : variantOf(given, JSON.stringify([test.override, test.version]), () => withTest(given, test));
}

function withCanaries(registry: Registry, cohort: number): Registry {
  // Larger shares include all cohorts of smaller ones.
  const isInShare = ({ canary }: RegistryEntry) => canary !== undefined && cohort < canary.share * 100;
  const entries = Object.entries(registry.remotes);
  const onTrial = entries.flatMap(([name, entry]) => (isInShare(entry) ? [name] : []));
  return variantOf(registry, onTrial.join(), () => ({
    ...registry,
    remotes: Object.fromEntries(entries.map(([name, entry]) => [name, entryFor(entry, isInShare(entry))])),
  }));
}

function entryFor(entry: RegistryEntry, isOnTrial: boolean): RegistryEntry {
  const { active, previous, canary, revoked, versions } = entry;
  const [first, fallback] = isOnTrial && canary ? [canary.version, active] : [active, previous];
  const named = Object.entries(versions).filter(([version]) => version === first || version === fallback);
  return {
    active: first,
    ...(fallback === undefined ? {} : { previous: fallback }),
    // Tells phones to delete cached files of these versions.
    ...(revoked === undefined ? {} : { revoked }),
    versions: Object.fromEntries(named),
  };
}

/** The version has no fallback, so that the page never shows a different one than it names. */
function withTest(registry: Registry, { override: { name }, version, published, fileSource }: TestVersion): Registry {
  const developer = fileSource === 'from the browser' ? [new URL(published.manifest).origin] : [];
  const entry = { active: version, versions: { [version]: published } };
  return {
    ...registry,
    origins: [...registry.origins, ...developer],
    remotes: { ...registry.remotes, [name]: entry },
  };
}
