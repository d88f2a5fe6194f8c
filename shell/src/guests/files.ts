import type { RemoteManifest } from 'shared-ui/contract';
import { integrityFor } from '../remotes/integrity.ts';
import { fetchExact, type LocatedManifest } from '../remotes/manifest.ts';
import type { Script } from './protocol.ts';

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

/** A guest's first files, and what it needs of the shell's. Throws RemoteFailure at one that is missing or changed. */
export async function firstFiles(remote: string, { manifest, url }: LocatedManifest) {
  const bring = async (file: string): Promise<Script> => [file, await fetchFile(file, 'ENTRY', remote)];
  const bringAll = (files: string[]) => Promise.all(files.map(bring));
  const [entry, shell, more] = await Promise.all([
    bring(new URL(manifest.entry, url).href),
    bringAll(takesPackages(manifest) ? shellFiles() : []),
    bringAll(moreFiles(manifest)),
  ]);
  return { entry, shell, more };
}

const takesPackages = ({ shared }: RemoteManifest): boolean => Object.keys(shared).length > 0;
