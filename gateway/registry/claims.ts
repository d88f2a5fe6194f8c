import { PlainError } from 'server-kit/plain-error';
import type { Registry, RemoteRoute } from 'shared-ui/contract';
import { alike, isOwnPath } from 'shared-ui/contract/documents';

/** Health and metrics endpoints, and other names commonly probed for them: never pages of the application. */
const OPERATION = 'livez|readyz|metrics|healthz|health|live|ready|liveness|readiness|startupz|statusz|varz';

/** Paths that the gateway serves itself, or answers with an error: no remote may claim one. */
export const SERVED = new RegExp(
  `^/(shell|remotes|guest|brand|api|dev|outbox|override|repair|telemetry|deploy|recorder|${OPERATION})(/|$)`,
);

/** Prefixes of files, API calls and operator endpoints: an unknown path under them is an error, never the page. */
export const NO_PAGES = new RegExp(
  `^/(shell|remotes|guest|brand|api|dev|outbox|telemetry|deploy|recorder|${OPERATION})(/|$)`,
);

/** Returns a path's owner: another remote's active or canary version, the shell or the gateway; undefined when free. */
export function routeOwner(path: string, name: string, { remotes }: Registry): string | undefined {
  if (isOwnPath(path)) return 'the shell';
  if (SERVED.test(path)) return 'the gateway';
  const others = Object.entries(remotes).filter(([other]) => other !== name);
  for (const [other, { active, canary, versions }] of others) {
    const given = canary === undefined ? [active] : [active, canary.version];
    const holder = given.find((version) =>
      versions[version]?.routes?.some((route) => alike(route.path) === alike(path)),
    );
    if (holder !== undefined) return `${other} ${holder}`;
  }
  return undefined;
}

/**
 * Routes that differ only in parameter names are the same; narrower and wider routes may coexist, and the narrower
 * wins.
 * @throws PlainError with path and owner when a version's route already belongs to another remote
 */
export function refuseTakenRoutes(
  registry: Registry,
  name: string,
  version: string,
  routes: readonly RemoteRoute[] = [],
): void {
  for (const { path } of routes) {
    const holder = routeOwner(path, name, registry);
    if (holder !== undefined) {
      throw new PlainError(
        `${name} ${version} can't be made active: ${path} belongs to ${holder} already: declare another path in "routes".`,
      );
    }
  }
}
