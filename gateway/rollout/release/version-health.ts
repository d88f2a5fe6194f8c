import type { Activation, RegistryEntry } from 'shared-ui/contract';
import { type Act, readHistory } from '../../registry/history.ts';
import { isDevVersion } from '../../registry/registry.ts';
import { isUnsignedFeature } from '../../trust/version-trust.ts';
import { readHealth, type Verdict } from '../health/verdict.ts';

/** What is known about a remote's versions, in addition to the registry. */
export interface VersionHealth {
  /** Every version that was ever active, the latest activation first. */
  order: readonly string[];
  /** Versions that were rolled back from or taken back, and not activated since. */
  givenUp: ReadonlySet<string>;
  verdict(version: string): Verdict;
}

export const NOTHING_KNOWN: VersionHealth = { order: [], givenUp: new Set(), verdict: () => 'unknown' };

/**
 * Returns the fallback for an active version: of the versions active before, the latest that is known to be healthy; if
 * none is, the latest. Never a development build, a failing version, or one that was given up.
 * @param before the remote's entry until now
 */
export function fallbackFor(health: VersionHealth, before: Activation | undefined, active: string): string | undefined {
  const known = [before?.active, ...health.order, before?.previous];
  const candidates = [...new Set(known)].filter(
    (version) =>
      version !== undefined &&
      version !== active &&
      isPublished(before, version) &&
      !isDevVersion(version) &&
      !health.givenUp.has(version) &&
      health.verdict(version) !== 'failing',
  );
  return candidates.find((version) => version && health.verdict(version) === 'healthy') ?? candidates[0];
}

/**
 * Returns whether a version can still be named and pages would run it. The shell has no list of versions: each one on
 * disk can be named.
 */
function isPublished(entry: (Activation & Partial<RegistryEntry>) | undefined, version: string): boolean {
  if (entry?.versions === undefined) return true;
  const published = Object.hasOwn(entry.versions, version) ? entry.versions[version] : undefined;
  return published !== undefined && !isUnsignedFeature(published);
}

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
