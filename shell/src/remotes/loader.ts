import { RemoteFailure } from './failure.ts';
import { maySeek } from './preflight.ts';
import { registryOfPage } from './registry.ts';
import type { LoadedRemote, Wanted } from './request.ts';
import { federationRuntime } from './runtime.ts';
import { loadWanted } from './runtime-plugin.ts';

export { failureFrom } from './second-try.ts';

/**
 * Returns the versions to try, in order: the active one, then the previous one unless it is a guest, which can only
 * provide surveys. Throws RemoteFailure for an unknown remote.
 */
export function candidates(name: string, contract: string): string[] {
  const entry = registryOfPage().remotes[name];
  if (!entry) throw new RemoteFailure('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
  const { active, previous = active, versions } = entry;
  return [...new Set([active, previous])].filter(
    (version) => version === active || maySeek(versions[version] ?? {}, contract),
  );
}

/**
 * Loads the first of the wanted versions that works. Reports every failure, and throws the last one when no version is
 * left.
 */
export async function loadFirst<T>(wanted: Wanted<T>): Promise<LoadedRemote<T>> {
  if (wanted.versions.length === 0) throw new RemoteFailure('REMOTE_UNKNOWN', wanted.name, 'no version is left to try');
  return loadWanted(federationRuntime(), wanted);
}
