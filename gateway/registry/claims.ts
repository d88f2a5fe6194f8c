import { PlainError } from 'server-kit/plain-error';
import type { Registry, RemoteRoute } from 'shared-ui/contract';
import { alike, isOwnPath } from 'shared-ui/contract/documents';
import { SERVED } from '../http/operation/addresses.ts';

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
 * Throws a PlainError with path and owner when a version's route already belongs to another remote. Routes that differ
 * only in parameter names are the same; narrower and wider routes may coexist, and the narrower wins.
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
