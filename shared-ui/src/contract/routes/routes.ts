import type { FormOf } from '../form.ts';
import { ROUTE } from '../schema/rules.ts';
import { paths } from './paths.ts';

/**
 * Who may see a path. The strictest comes first, as the default for a guard that can't be read.
 * `staff`: signed-in hospital staff. `patient`: signed in and past the tutorial offer. `visitor`: not yet in the app.
 * `anyone`: no guard.
 */
const GUARDS = ['staff', 'patient', 'visitor', 'anyone'] as const;
export type Guard = (typeof GUARDS)[number];

/** A part of the URL space that a remote claims. */
export interface RemoteRoute {
  /** Segments are words or `:names` of parameters; a `*` at the end matches anything below, or nothing. */
  path: string;
  guard: Guard;
  /** Name of the chunk of the screen at this path, if that is fetched separately. */
  preload?: string;
}

/** A route as published in the registry. */
export interface PublishedRoute extends RemoteRoute {
  /** Base of the paths inside the remote, if that is not the root: in versions that declare no routes. */
  mount?: string;
}

export const REMOTE_ROUTE: FormOf<RemoteRoute> = {
  kind: 'object',
  required: { path: { kind: 'text', rule: ROUTE }, guard: { kind: 'choice', of: GUARDS } },
  optional: { preload: { kind: 'text' } },
};

export const PUBLISHED_ROUTE: FormOf<PublishedRoute> = {
  ...REMOTE_ROUTE,
  optional: { preload: { kind: 'text' }, mount: { kind: 'text' } },
};

/** The shell's own paths, which no remote can claim, and where each redirects to. */
const OWN_PATHS: Readonly<Record<string, string>> = {
  [paths.root]: paths.onboarding.root,
  [paths.reset]: paths.onboarding.root,
  [paths.refresh]: paths.app.root,
};

const withoutEnd = (path: string) => path.replace(/(.)\/$/, '$1');

/** Returns the path whose screen is shown first at `path`: different only for the shell's own paths. */
export const leadsTo = (path: string): string => OWN_PATHS[withoutEnd(path)] ?? path;

/** Returns whether a path is one of the shell's own or below one. */
export const isOwnPath = (path: string): boolean =>
  Object.keys(OWN_PATHS).some((own) => path === own || (own !== paths.root && path.startsWith(`${own}/`)));

const partsOf = (path: string) => withoutEnd(path).slice(1).toLowerCase().split('/');

const isParameter = (part: string) => part.startsWith(':');

/** Returns whether a pattern covers a path. Ignores case, as the router does. */
export function covers(pattern: string, path: string): boolean {
  const patternParts = partsOf(pattern);
  const pathParts = partsOf(path);
  const isOpen = patternParts.at(-1) === '*';
  if (isOpen) patternParts.pop();
  if (isOpen ? pathParts.length < patternParts.length : pathParts.length !== patternParts.length) return false;
  return patternParts.every((part, index) => (isParameter(part) ? pathParts[index] !== '' : part === pathParts[index]));
}

/**
 * Returns the pattern without the names of its parameters: equal results mean that two patterns cover the same paths.
 */
export const alike = (pattern: string): string =>
  `/${partsOf(pattern)
    .map((part) => (isParameter(part) ? ':' : part))
    .join('/')}`;

/**
 * Returns the specificity of a pattern as a string: of two patterns that cover the same path, the greater one wins.
 * Compared from the left, a word is more specific than a parameter, a parameter than the end, and the end than `*`.
 */
function rank(pattern: string): string {
  const parts = partsOf(pattern).map((part) => (part === '*' ? '0' : isParameter(part) ? '2' : '3'));
  return parts.at(-1) === '0' ? parts.join('') : `${parts.join('')}1`;
}

/** Returns the most specific route that covers a path. */
export function routeAt<R extends { path: string }>(path: string, routes: readonly R[] = []): R | undefined {
  const covering = routes.filter((route) => covers(route.path, path));
  return covering.reduce<R | undefined>(
    (best, route) => (best && rank(best.path) >= rank(route.path) ? best : route),
    undefined,
  );
}

/** The remote that renders a path, and who may see it. */
export interface Owner {
  remote: string;
  guard: Guard;
  route: PublishedRoute;
}

/** The part of a registry that says who owns which path. */
export interface Claims {
  remotes: Record<string, { active: string; versions: Record<string, { routes?: PublishedRoute[] }> }>;
}

/** Returns the remote whose active version claims a path, or undefined. The most specific route wins. */
export function ownerOf(path: string, { remotes }: Claims): Owner | undefined {
  const claims = Object.entries(remotes).flatMap(([remote, { active, versions }]) =>
    (versions[active]?.routes ?? []).map((route) => ({
      path: route.path,
      owner: { remote, guard: route.guard, route },
    })),
  );
  return routeAt(path, claims)?.owner;
}
