import { type PublishedVersion, parseRemoteManifest, type Registry } from 'shared-ui/contract';
import type { PrecacheEntry } from 'workbox-precaching';
import { isPrefetched } from './prefetched.ts';
import { scope } from './scope.ts';

/** A file of a revision with its SHA-384. Its URL contains its version, so Workbox needs no revision. */
export interface ListedFile extends PrecacheEntry {
  revision: null;
  integrity: string;
}

/** InjectManifest replaces this name with the list. */
declare const self: { __WB_MANIFEST: ListedFile[] };

/** Every file of the shell that this worker was built with. */
export const SHELL_FILES = self.__WB_MANIFEST;

/** Returns a precache entry. */
const listed = (url: string, integrity: string): ListedFile => ({ url, revision: null, integrity });

const absolute = (path: string, base: string = scope.location.href) => new URL(path, base).href;

/** Throws unless the registry allows remotes from this origin. */
function checkOrigin(url: string, origins: string[]): void {
  const { origin } = new URL(url);
  if (origin !== scope.location.origin && !origins.includes(origin))
    throw new Error(`${origin} is not an allowed origin`);
}

/** Returns the manifests of the active remotes. Throws if an origin is not allowed. */
export function manifestFiles({ remotes, origins }: Registry): ListedFile[] {
  const published = Object.values(remotes).map(({ active, versions }) => versions[active]);
  return published
    .filter((version): version is PublishedVersion => version !== undefined)
    .map(({ manifest, integrity }) => {
      const url = absolute(manifest);
      checkOrigin(url, origins);
      return listed(url, integrity);
    });
}

/**
 * Returns the files that a remote's manifest lists, split into prefetched and fetched on first use. Throws ShapeError.
 */
export async function filesOf(manifestUrl: string, response?: Response) {
  const manifest = parseRemoteManifest(await response?.json());
  const filesThat = (prefetched: boolean) =>
    Object.entries(manifest.files)
      .filter(([path]) => isPrefetched(path, manifest) === prefetched)
      .map(([path, integrity]) => listed(absolute(path, manifestUrl), integrity));
  return { prefetched: filesThat(true), onUse: filesThat(false) };
}
