import type { RemoteManifest } from 'shared-ui/contract';
import { integrityFor } from '../remotes/integrity.ts';
import { fetchExact, type LocatedManifest } from '../remotes/manifest.ts';

/** The bytes of a file of the guest or of the shell, if they are what was published. Throws RemoteFailure. */
export const fetchFile = (url: string, part: 'ENTRY' | 'CHUNK', remote: string): Promise<ArrayBuffer> =>
  fetchExact({ part, url, remote, integrity: integrityFor(url) });

/** The shell's own first files, which a guest that takes packages from the host runs in its frame, too. */
const shellFiles = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map(({ src }) => src);

/** Code of the frame that not every guest needs: one of several files, or in a browser without trusted types. */
function moreFiles(manifest: RemoteManifest): string[] {
  const isNeeded = !('trustedTypes' in window) || takesPackages(manifest) || Object.keys(manifest.files).length > 1;
  return isNeeded ? [new URL(`${__webpack_public_path__}guest-more.js`, location.href).href] : [];
}

/** A guest's first files, and which of them are the shell's. Throws RemoteFailure at one that is missing or changed. */
export async function firstFiles(remote: string, { manifest, url }: LocatedManifest) {
  const entry = new URL(manifest.entry, url).href;
  const shell = takesPackages(manifest) ? shellFiles() : [];
  const more = moreFiles(manifest);
  const bring = async (file: string): Promise<[string, ArrayBuffer]> => [file, await fetchFile(file, 'ENTRY', remote)];
  return { entry, shell, more, files: new Map(await Promise.all([entry, ...shell, ...more].map(bring))) };
}

const takesPackages = ({ shared }: RemoteManifest): boolean => Object.keys(shared).length > 0;
