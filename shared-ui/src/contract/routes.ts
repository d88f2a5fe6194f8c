import type { FormOf } from './form.ts';
import { paths } from './paths.ts';
import { ROUTE } from './rules.ts';

/**
 * Who may see what stands at a path. The strictest comes first: it takes the place of a guard that can't be read.
 * `staff`: signed in, of the hospital. `patient`: signed in and past the tutorial offer. `visitor`: who is not in yet.
 * `anyone`: no guard.
 */
export const GUARDS = ['staff', 'patient', 'visitor', 'anyone'] as const;
export type Guard = (typeof GUARDS)[number];

/** A part of the product's addresses that a remote claims. */
export interface RemoteRoute {
  /** Parts are words or `:names` of what varies; a `*` at the end stands for anything below, or nothing. */
  path: string;
  guard: Guard;
  /** Name of the chunk of the screen at this path, where that is fetched by itself. */
  preload?: string;
}

/** A route as the registry has it. */
export interface PublishedRoute extends RemoteRoute {
  /** What the paths inside the remote are relative to, where that is not the root: in versions that declare no routes. */
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

/** The shell's own paths, which no remote can claim, and the path that each leads on to. */
const OWN_PATHS: Readonly<Record<string, string>> = {
  [paths.root]: paths.onboarding.root,
  [paths.reset]: paths.onboarding.root,
  [paths.refresh]: paths.app.root,
};

const withoutEnd = (path: string) => path.replace(/(.)\/$/, '$1');

/** The path whose screen comes first at `path`: another one for the shell's own paths. */
export const leadsTo = (path: string): string => OWN_PATHS[withoutEnd(path)] ?? path;

/** Whether a path is the shell's own, or lies below one. */
export const isOwnPath = (path: string): boolean =>
  Object.keys(OWN_PATHS).some((own) => path === own || (own !== paths.root && path.startsWith(`${own}/`)));

const partsOf = (path: string) => withoutEnd(path).slice(1).toLowerCase().split('/');

const isParameter = (part: string) => part.startsWith(':');

/** Whether a pattern covers a path. Case counts as little as it does to the router. */
export function covers(pattern: string, path: string): boolean {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  const isOpen = wanted.at(-1) === '*';
  if (isOpen) wanted.pop();
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, index) => (isParameter(part) ? given[index] !== '' : part === given[index]));
}

/** The pattern without the names of its parameters: two that are alike then cover the same paths. */
export const alike = (pattern: string): string =>
  `/${partsOf(pattern)
    .map((part) => (isParameter(part) ? ':' : part))
    .join('/')}`;

/**
 * How narrow a pattern is, part by part, as a text: of two patterns that cover the same path the greater one wins. From
 * the left a word is narrower than a parameter, that than the end, and the end than `*`.
 */
function rank(pattern: string): string {
  const parts = partsOf(pattern).map((part) => (part === '*' ? '0' : isParameter(part) ? '2' : '3'));
  return parts.at(-1) === '0' ? parts.join('') : `${parts.join('')}1`;
}

/** Of some routes the one that a path belongs to: the narrowest that covers it. */
export function routeAt<R extends { path: string }>(path: string, routes: readonly R[] = []): R | undefined {
  const covering = routes.filter((route) => covers(route.path, path));
  return covering.reduce<R | undefined>(
    (best, route) => (best && rank(best.path) >= rank(route.path) ? best : route),
    undefined,
  );
}

/** Who shows what stands at a path, and to whom. */
export interface Owner {
  remote: string;
  guard: Guard;
  route: PublishedRoute;
}

/** As much of a registry as says who owns which path. */
export interface Claims {
  remotes: Record<string, { active: string; versions: Record<string, { routes?: PublishedRoute[] }> }>;
}

/** The remote whose active version has claimed a path, undefined where none has. The narrowest route wins. */
export function ownerOf(path: string, { remotes }: Claims): Owner | undefined {
  const claims = Object.entries(remotes).flatMap(([remote, { active, versions }]) =>
    (versions[active]?.routes ?? []).map((route) => ({
      path: route.path,
      owner: { remote, guard: route.guard, route },
    })),
  );
  return routeAt(path, claims)?.owner;
}
