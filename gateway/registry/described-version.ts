import type { PublishedVersion, RemoteManifest } from 'shared-ui/contract';
import { drawn } from './drawings.ts';
import { REMOTE_MANIFEST } from './manifest.ts';
import { withRoutes } from './undeclared-routes.ts';

/** Returns a version's registry entry without trust and signature. */
export async function describedVersion(manifest: RemoteManifest, integrity: string): Promise<PublishedVersion> {
  const { name, version, routes, navigation } = manifest;
  return withRoutes(name, {
    manifest: `/remotes/${name}/${version}/${REMOTE_MANIFEST}`,
    integrity,
    ...(routes ? { routes } : {}),
    ...(navigation ? { navigation: await drawn(navigation) } : {}),
  });
}
