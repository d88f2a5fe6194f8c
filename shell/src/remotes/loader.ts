import { RemoteFailure } from './failure.ts';
import { maySeek } from './preflight.ts';
import { registryOfPage } from './registry.ts';
import type { LoadedRemote, Wanted } from './request.ts';
import { federationRuntime } from './runtime.ts';
import { loadWanted } from './runtime-plugin.ts';

export { failureFrom } from './second-try.ts';

/**
 * The versions worth trying, in order: the active one, then the one before it, unless that is a guest, which may not keep this
 * contract.
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
 * Loads the first of the wanted versions that gets on the page. Every failure on the way is reported; when none is left
 * the last failure is thrown.
 */
export async function loadFirst<T>(wanted: Wanted<T>): Promise<LoadedRemote<T>> {
  if (wanted.versions.length === 0) throw new RemoteFailure('REMOTE_UNKNOWN', wanted.name, 'no version is left to try');
  return loadWanted(federationRuntime(), wanted);
}
