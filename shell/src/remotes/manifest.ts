import { type PublishedVersion, parseRemoteManifest, type RemoteManifest } from 'shared-ui/contract';
import { RemoteFailure } from './failure.ts';
import { integrityOf } from './integrity.ts';

/** A manifest that passed its checks, and the address its files are relative to. */
export interface LocatedManifest {
  manifest: RemoteManifest;
  url: string;
}

async function fetchBytes(url: string, remote: string, init: RequestInit): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw new RemoteFailure('MANIFEST_UNAVAILABLE', remote, String(cause), cause);
  }
}

/** The bytes that have this hash. A copy that was damaged on the way is asked for once more, past the browser's cache. */
async function fetchExact(url: string, remote: string, integrity: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const bytes = await fetchBytes(url, remote, { signal });
  if ((await integrityOf(bytes)) === integrity) return bytes;
  const again = await fetchBytes(url, remote, { signal, cache: 'reload' });
  const found = await integrityOf(again);
  if (found === integrity) return again;
  throw new RemoteFailure('MANIFEST_INTEGRITY', remote, `${url} has hash ${found}, expected ${integrity}`);
}

function originAllowed(url: string, origins: string[]): boolean {
  const { origin } = new URL(url);
  return origins.some((allowed) => (allowed === 'self' ? origin === location.origin : origin === allowed));
}

/** Origin, then hash, then shape of one published version's manifest. Throws RemoteFailure at the first that fails. */
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
  const bytes = await fetchExact(url, remote, published.integrity, signal);
  try {
    return { manifest: parseRemoteManifest(JSON.parse(new TextDecoder().decode(bytes))), url };
  } catch (cause) {
    throw new RemoteFailure('MANIFEST_INVALID', remote, String(cause), cause);
  }
}
