import { type PublishedVersion, parseRemoteManifest, type Registry } from 'shared-ui/contract';
import type { PrecacheEntry } from 'workbox-precaching';
import { isPrefetched } from './prefetched.ts';
import { scope } from './scope.ts';

/** One file of a revision, and the SHA-384 that it must have. */
export interface ListedFile {
  url: string;
  integrity: string;
}

/** The build writes the list in the place of this name. */
declare const self: { __WB_MANIFEST: (string | PrecacheEntry)[] };

/** Every file of the shell that this worker was built with; the build has written them in. */
export const SHELL_FILES: ListedFile[] = self.__WB_MANIFEST.flatMap((entry) =>
  typeof entry === 'object' && entry.integrity ? [{ url: entry.url, integrity: entry.integrity }] : [],
);

const absolute = (path: string, base: string = scope.location.href) => new URL(path, base).href;

/** Throws unless the registry lets remotes come from there. */
function checkOrigin(url: string, origins: string[]): void {
  const { origin } = new URL(url);
  if (origin !== scope.location.origin && !origins.includes(origin))
    throw new Error(`${origin} is not an allowed origin`);
}

/** The manifests of the active remotes. Throws for one whose origin is not allowed. */
export function manifestFiles({ remotes, origins }: Registry): ListedFile[] {
  const published = Object.values(remotes).map(({ active, versions }) => versions[active]);
  return published
    .filter((version): version is PublishedVersion => version !== undefined)
    .map(({ manifest, integrity }) => {
      const url = absolute(manifest);
      checkOrigin(url, origins);
      return { url, integrity };
    });
}

/** Returns a remote's files, out of its manifest's text: the prefetched and those on use. Throws ShapeError. */
export function filesOf(manifestUrl: string, text: string): { prefetched: ListedFile[]; onUse: ListedFile[] } {
  const manifest = parseRemoteManifest(JSON.parse(text));
  const listed = (wanted: boolean) =>
    Object.entries(manifest.files)
      .filter(([path]) => isPrefetched(path, manifest) === wanted)
      .map(([path, integrity]) => ({ url: absolute(path, manifestUrl), integrity }));
  return { prefetched: listed(true), onUse: listed(false) };
}
