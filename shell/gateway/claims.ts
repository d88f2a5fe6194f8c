import type { Registry, RemoteRoute } from 'shared-ui/contract';
import { alike, isOwnPath } from 'shared-ui/contract/documents';
import { SERVED } from './operation/addresses.ts';
import { PlainError } from './plain-error.ts';

/** Who has an address already: another remote's active version or one on trial, the shell or the gateway. */
export function holderOf(path: string, name: string, { remotes }: Registry): string | undefined {
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
 * Throws when a route of a version belongs to another remote already, naming path and holder. Routes that differ in the
 * names of their parameters only are the same; a narrower or wider one is another: the narrower wins.
 */
export function refuseTaken(
  registry: Registry,
  name: string,
  version: string,
  routes: readonly RemoteRoute[] = [],
): void {
  for (const { path } of routes) {
    const holder = holderOf(path, name, registry);
    if (holder !== undefined) {
      throw new PlainError(`${name} ${version} can't be made active: ${path} belongs to ${holder} already.`);
    }
  }
}
