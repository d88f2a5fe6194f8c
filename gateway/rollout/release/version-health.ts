import { type Act, readHistory } from '../../registry/history.ts';
import { readHealth } from '../health/verdict.ts';
import type { VersionHealth } from './fallback.ts';

/** Returns what history and health say about the versions of a remote (or of "shell"). */
export async function versionHealthOf(root: string, name: string): Promise<VersionHealth> {
  const [acts, verdictOn] = await Promise.all([readHistory(root, name), readHealth(root)]);
  return { order: activations(acts), givenUp: givenUp(acts), verdict: (version) => verdictOn(name, version) };
}

function activations(acts: Act[]): string[] {
  return [...new Set(acts.flatMap(({ active }) => active ?? []).reverse())];
}

/** A version stays given up until a person activates it or puts it on trial again. */
function givenUp(acts: Act[]): Set<string> {
  const versions = new Set<string>();
  for (const { what, version, from } of acts) {
    if (from !== undefined) versions.add(from);
    else if (what !== 'revoked') versions.delete(version);
  }
  return versions;
}
