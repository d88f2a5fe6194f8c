/**
 * Loading a remote, step 4 of 4: the checks of one version's descriptor (the registry's entry and the manifest) before
 * any of its code is downloaded. The loader then runs only files whose hash the manifest lists (integrity.ts).
 */
import { satisfy } from '@module-federation/runtime-core';
import { type PublishedVersion, parseRemoteManifest, type RegistryEntry } from 'shared-ui/contract';
import { contractMismatch, sharedMissing } from 'shared-ui/contract/host';
import { RemoteError } from '../failure.ts';
import { registryOfPage } from '../registry.ts';
import { allowFiles, fetchVerified } from './integrity.ts';
import { type LocatedManifest, librariesHaveRun, type RemoteRequest, surveyContract } from './request.ts';

/** Whether a version may be requested for a contract. Guests can only provide surveys. */
export function mayProvide({ trust }: Pick<PublishedVersion, 'trust'>, contract: string): boolean {
  return trust === 'trusted' || contract === surveyContract.id;
}

/** Returns a remote's entry in the page's registry. @throws RemoteError if it is not listed */
export function registeredRemote(name: string): RegistryEntry {
  const entry = registryOfPage().remotes[name];
  if (!entry) throw new RemoteError('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
  return entry;
}

/**
 * Returns the registry's entry of the requested version.
 * @throws RemoteError, before any request, if it is not listed or is a guest that may not provide the contract
 */
export function requestedVersion({ name, version, remote, contract }: RemoteRequest): PublishedVersion {
  const published = registeredRemote(name).versions[version];
  if (!published) throw new RemoteError('REMOTE_UNKNOWN', remote, 'the registry does not list this version');
  if (mayProvide(published, contract.id)) return published;
  const what = `unsigned versions may only provide ${surveyContract.id}, but ${contract.id} is required`;
  throw new RemoteError('CONTRACT_MISMATCH', remote, what);
}

/** Fetches a version's manifest and checks its origin, hash and shape. @throws RemoteError at the first failed check */
async function fetchManifest(
  { remote, deadline }: RemoteRequest,
  manifestUrl: string,
  integrity: string,
): Promise<LocatedManifest> {
  const { href: url, origin } = new URL(manifestUrl, location.href);
  const isAllowed = registryOfPage().origins.some(
    (allowed) => origin === (allowed === 'self' ? location.origin : allowed),
  );
  if (!isAllowed) throw new RemoteError('ORIGIN_NOT_ALLOWED', remote, `${origin} is not an allowed origin`);
  const bytes = await fetchVerified({ part: 'MANIFEST', url, remote, integrity }, deadline.signal);
  try {
    return { manifest: parseRemoteManifest(JSON.parse(new TextDecoder().decode(bytes))), url };
  } catch (cause) {
    throw new RemoteError('MANIFEST_INVALID', remote, String(cause), cause);
  }
}

/** Returns the host's versions of a shared package. Remotes' runtimes also register theirs, without one. */
const offeredVersions = (name: string): string[] =>
  Object.keys(__webpack_share_scopes__.default?.[name] ?? {}).filter((version) => version !== 'undefined');

/** @throws RemoteError unless the host offers every package in a version that satisfies its range */
function checkShared(remote: string, shared: Record<string, string>): void {
  for (const [name, range] of Object.entries(shared)) {
    const versions = offeredVersions(name);
    if (versions.some((version) => satisfy(version, range))) continue;
    throw new RemoteError('SHARED_MISSING', remote, sharedMissing(name, range, versions));
  }
}

/** Shared modules outside the initial bundle. Importing them here makes the build provide them. */
const PARTS: Record<string, () => Promise<unknown>> = {
  'shared-ui/forms': () => import('shared-ui/forms'),
  'shared-ui/dialog': () => import('shared-ui/dialog'),
  'shared-ui/tabs': () => import('shared-ui/tabs'),
  'shared-ui/combobox': () => import('shared-ui/combobox'),
  'shared-ui/disclosure': () => import('shared-ui/disclosure'),
  'shared-ui/details': () => import('shared-ui/details'),
  'shared-ui/bus': () => import('shared-ui/bus'),
  'shared-ui/animation': () => import('shared-ui/animation'),
};

/**
 * Starts fetching the shared modules that a remote needs, so that they don't wait for its entry. They depend on the
 * libraries and run after them.
 */
async function fetchOnDemand(needs: string[]): Promise<void> {
  await librariesHaveRun();
  for (const name of needs) {
    // A failure is reported by the remote that imports the module.
    PARTS[name]?.().catch(() => undefined);
  }
}

/**
 * Checks a version before any of its code is downloaded: trust, origin, manifest hash and shape, contract and shared
 * packages. Then allows its files to run.
 * @param manifestUrl URL that the runtime wants to load the manifest from; the content must have the registry's hash
 * in any case
 * @throws RemoteError at the first check that fails
 */
export async function preflight(request: RemoteRequest, manifestUrl: string): Promise<LocatedManifest> {
  const { remote, contract } = request;
  const located = await fetchManifest(request, manifestUrl, requestedVersion(request).integrity);
  const { manifest, url } = located;
  if (manifest.contract !== contract.id) {
    throw new RemoteError('CONTRACT_MISMATCH', remote, contractMismatch(manifest.contract, contract.id));
  }
  checkShared(remote, manifest.shared);
  request.locales = manifest.locales;
  allowFiles(url, manifest.files);
  void fetchOnDemand(manifest.needs ?? []);
  return located;
}
