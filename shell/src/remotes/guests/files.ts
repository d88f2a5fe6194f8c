import type { RemoteManifest } from 'shared-ui/contract';
import { fetchExact, integrityFor } from '../loading/integrity.ts';
import type { LocatedManifest } from '../loading/request.ts';
import type { Script } from './protocol.ts';

/** Fetches a file of the guest or the shell and verifies its integrity. Throws RemoteFailure. */
export const fetchFile = (url: string, part: 'ENTRY' | 'CHUNK', remote: string): Promise<ArrayBuffer> =>
  fetchExact({ part, url, remote, integrity: integrityFor(url) });

/** Returns the shell's initial scripts, which also run in the frame of a guest that uses shared packages. */
const shellFiles = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map(({ src }) => src);

/** Returns the optional frame code, needed by guests with several files or in browsers without Trusted Types. */
function moreFiles(manifest: RemoteManifest): string[] {
  const isNeeded = !('trustedTypes' in window) || takesPackages(manifest) || Object.keys(manifest.files).length > 1;
  return isNeeded ? [new URL(`${__webpack_public_path__}guest-more.js`, location.href).href] : [];
}

/** Fetches a guest's initial files and the shell files it needs. Throws RemoteFailure if one is missing or changed. */
export async function firstFiles(remote: string, { manifest, url }: LocatedManifest) {
  const fetchScript = async (file: string): Promise<Script> => [file, await fetchFile(file, 'ENTRY', remote)];
  const fetchScripts = (files: string[]) => Promise.all(files.map(fetchScript));
  const [entry, shell, more] = await Promise.all([
    fetchScript(new URL(manifest.entry, url).href),
    fetchScripts(takesPackages(manifest) ? shellFiles() : []),
    fetchScripts(moreFiles(manifest)),
  ]);
  return { entry, shell, more };
}

const takesPackages = ({ shared }: RemoteManifest): boolean => Object.keys(shared).length > 0;
