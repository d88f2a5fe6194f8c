import type { PublishedVersion, Registry } from 'shared-ui/contract';
import type { PublishedRoute } from 'shared-ui/contract/documents';

/** Routes, by remote, of versions that were published before remotes declared theirs. */
const UNDECLARED: ReadonlyMap<string, PublishedRoute[]> = new Map([
  [
    'onboarding',
    [
      { path: '/onboarding/*', guard: 'visitor', mount: '/onboarding' },
      { path: '/expired', guard: 'anyone' },
    ],
  ],
  [
    'timeline',
    [
      { path: '/app/*', guard: 'patient' },
      { path: '/profile/:profileId/*', guard: 'patient' },
    ],
  ],
  [
    'records',
    [
      { path: '/profile/:profileId/results/*', guard: 'patient' },
      { path: '/profile/:profileId/care-plans/*', guard: 'patient' },
    ],
  ],
]);

/** Returns a published version, with the routes that its remote has always had if it declares none. */
export function withRoutes(name: string, version: PublishedVersion): PublishedVersion {
  const routes = UNDECLARED.get(name);
  return version.routes !== undefined || routes === undefined ? version : { ...version, routes };
}

/** Returns the registry with routes for every version that was published before remotes declared theirs. */
export function withAllRoutes(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => {
    const versions = Object.entries(entry.versions).map(([number, version]) => [number, withRoutes(name, version)]);
    return [name, { ...entry, versions: Object.fromEntries(versions) }];
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}
