import { hasCode, PlainError } from 'server-kit/plain-error';
import type { NavigationEntry, PublishedEntry, PublishedVersion, RemoteManifest, Stroke } from 'shared-ui/contract';
import type { PublishedRoute } from 'shared-ui/contract/documents';
import { REMOTE_MANIFEST } from './manifest.ts';

/** Returns a version's registry entry without trust and signature. */
export async function describedVersion(manifest: RemoteManifest, integrity: string): Promise<PublishedVersion> {
  const { name, version, routes, navigation, connect, language, entry, files } = manifest;
  return withRoutes(name, {
    manifest: `/remotes/${name}/${version}/${REMOTE_MANIFEST}`,
    integrity,
    ...(routes ? { routes } : {}),
    ...(connect ? { connect } : {}),
    ...(language ? { language, texts: files[entry] ?? '' } : {}),
    ...(navigation ? { navigation: await drawIcons(navigation) } : {}),
  });
}

interface IconModule {
  __iconData?: { node?: [shape: Stroke['shape'], attributes: Record<string, string>][] };
}

/** Returns a lucide icon as strokes. @throws PlainError if there is no such icon */
async function iconStrokes(icon: string): Promise<Stroke[]> {
  const { __iconData }: IconModule = await import(`lucide-react/icons/${icon}`).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ERR_MODULE_NOT_FOUND')) throw new PlainError(`There is no lucide icon called "${icon}".`);
    throw thrown;
  });
  return (__iconData?.node ?? []).map(([shape, { key: _key, ...attributes }]) => ({ shape, attributes }));
}

/**
 * Returns the entries with their icons drawn. Icons are drawn at publish time: fetching them by name would need a
 * hashed file for each of the two thousand icons on every phone.
 */
export function drawIcons(navigation: readonly NavigationEntry[]): Promise<PublishedEntry[]> {
  return Promise.all(navigation.map(async (entry) => ({ ...entry, drawing: await iconStrokes(entry.icon) })));
}

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
