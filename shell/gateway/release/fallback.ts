import type { Activation, RegistryEntry } from 'shared-ui/contract';
import type { Verdict } from '../health/verdict.ts';
import { isDevVersion } from '../registry.ts';
import { isUnsignedFeature } from '../trust/vouch.ts';

/** What is known of the versions of a remote, beside what the registry says. */
export interface Standing {
  /** Every version that was ever active, the last activation first. */
  order: readonly string[];
  /** Versions that were rolled back from or taken back, and not made active by anyone since. */
  givenUp: ReadonlySet<string>;
  verdict(version: string): Verdict;
}

export const NOTHING_KNOWN: Standing = { order: [], givenUp: new Set(), verdict: () => 'unknown' };

/**
 * Returns the version to fall back to once `active` is active: of those that were active before, the last that is known to
 * be healthy; where nothing is known of any, the last. Never a development build, one that fails, or one that was given up.
 * @param before the remote's entry until now
 */
export function fallbackFor(standing: Standing, before: Activation | undefined, active: string): string | undefined {
  const known = [before?.active, ...standing.order, before?.previous];
  const candidates = [...new Set(known)].filter(
    (version) =>
      version !== undefined &&
      version !== active &&
      isPublished(before, version) &&
      !isDevVersion(version) &&
      !standing.givenUp.has(version) &&
      standing.verdict(version) !== 'failing',
  );
  return candidates.find((version) => version && standing.verdict(version) === 'healthy') ?? candidates[0];
}

/**
 * Whether a version can still be named, and any page would run it. The shell has no list of its versions: all that lie on the
 * disk can.
 */
function isPublished(entry: (Activation & Partial<RegistryEntry>) | undefined, version: string): boolean {
  if (entry?.versions === undefined) return true;
  const published = Object.hasOwn(entry.versions, version) ? entry.versions[version] : undefined;
  return published !== undefined && !isUnsignedFeature(published);
}
