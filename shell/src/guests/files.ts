import type { RemoteManifest } from 'shared-ui/contract';
import { RemoteFailure } from '../remotes/failure.ts';
import { integrityFor, integrityOf } from '../remotes/integrity.ts';
import type { LocatedManifest } from '../remotes/manifest.ts';

/** The bytes of a file of the guest or of the shell, if they are what was published. Throws RemoteFailure. */
export async function fetchFile(url: string, part: 'ENTRY' | 'CHUNK', remote: string): Promise<ArrayBuffer> {
  const expected = integrityFor(url);
  const ask = async (cache: RequestCache) => {
    const answer = await fetch(url, { cache, credentials: 'omit' }).catch((cause: unknown) => {
      throw new RemoteFailure(`${part}_UNAVAILABLE`, remote, `${url} did not come`, cause);
    });
    if (!answer.ok) throw new RemoteFailure(`${part}_UNAVAILABLE`, remote, `${url} answered ${answer.status}`);
    return answer.arrayBuffer();
  };
  const bytes = await ask('default');
  if ((await integrityOf(bytes)) === expected) return bytes;
  // A copy that was damaged on the way is asked for once more, past the browser's cache.
  const again = await ask('reload');
  if ((await integrityOf(again)) === expected) return again;
  throw new RemoteFailure(`${part}_INTEGRITY`, remote, `${url} is not what was published`);
}

/** The shell's own first files, which a guest that takes packages from the host runs in its frame, too. */
const shellFiles = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map(({ src }) => src);

/** A guest's first files, and which of them are the shell's. Throws RemoteFailure at one that is missing or changed. */
export async function firstFiles(remote: string, { manifest, url }: LocatedManifest) {
  const entry = new URL(manifest.entry, url).href;
  const shell = takesPackages(manifest) ? shellFiles() : [];
  const bring = async (file: string): Promise<[string, ArrayBuffer]> => [file, await fetchFile(file, 'ENTRY', remote)];
  return { entry, shell, files: new Map(await Promise.all([entry, ...shell].map(bring))) };
}

const takesPackages = ({ shared }: RemoteManifest): boolean => Object.keys(shared).length > 0;
