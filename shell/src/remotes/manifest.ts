import { type PublishedVersion, parseRemoteManifest, type RemoteManifest } from 'shared-ui/contract';
import { RemoteFailure } from './failure.ts';
import { integrityOf } from './integrity.ts';

/** A verified manifest and the URL its files are relative to. */
export interface LocatedManifest {
  manifest: RemoteManifest;
  url: string;
}

/** Kind of file, as in the failure codes. */
type Part = 'MANIFEST' | 'ENTRY' | 'CHUNK';

/** A file of a remote and its expected hash. */
export interface WantedFile {
  part: Part;
  url: string;
  remote: string;
  integrity: string;
}

async function fetchBytes({ part, url, remote }: WantedFile, init: RequestInit): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw new RemoteFailure(`${part}_UNAVAILABLE`, remote, String(cause), cause);
  }
}

/**
 * Fetches a file and verifies its hash. Retries once without the HTTP cache, which may hold a damaged copy. Throws
 * RemoteFailure.
 */
export async function fetchExact(file: WantedFile, signal?: AbortSignal): Promise<ArrayBuffer> {
  const { part, url, remote, integrity } = file;
  const init = signal ? { signal } : {};
  const bytes = await fetchBytes(file, init);
  if ((await integrityOf(bytes)) === integrity) return bytes;
  const again = await fetchBytes(file, { ...init, cache: 'reload' });
  const found = await integrityOf(again);
  if (found === integrity) return again;
  throw new RemoteFailure(`${part}_INTEGRITY`, remote, `${url} has hash ${found}, expected ${integrity}`);
}

function originAllowed(url: string, origins: string[]): boolean {
  const { origin } = new URL(url);
  return origins.some((allowed) => (allowed === 'self' ? origin === location.origin : origin === allowed));
}

/**
 * Fetches a version's manifest and checks its origin, hash and shape. Throws RemoteFailure at the first check that
 * fails.
 */
export async function fetchManifest(
  remote: string,
  published: PublishedVersion,
  origins: string[],
  signal: AbortSignal,
): Promise<LocatedManifest> {
  const url = new URL(published.manifest, location.href).href;
  if (!originAllowed(url, origins)) {
    throw new RemoteFailure('ORIGIN_NOT_ALLOWED', remote, `${new URL(url).origin} is not an allowed origin`);
  }
  const bytes = await fetchExact({ part: 'MANIFEST', url, remote, integrity: published.integrity }, signal);
  try {
    return { manifest: parseRemoteManifest(JSON.parse(new TextDecoder().decode(bytes))), url };
  } catch (cause) {
    throw new RemoteFailure('MANIFEST_INVALID', remote, String(cause), cause);
  }
}
