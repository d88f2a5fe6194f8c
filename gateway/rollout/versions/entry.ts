import { PlainError } from 'server-kit/plain-error';
import type { Activation, PublishedVersion, Registry, RegistryEntry } from 'shared-ui/contract';
import { type Act, readHistory } from '../../registry/history.ts';
import { isDevVersion, remoteIn } from '../../registry/registry.ts';
import { isUnsignedFeature } from '../../trust/version-trust.ts';
import { readHealth, type Verdict } from '../health/verdict.ts';

/** Registry entry of a remote, or of the shell, which has no list of versions. */
export type Entry = Activation & Partial<RegistryEntry>;

/** Returns the entry of a remote or of "shell"; undefined while nothing of it is published. */
export function entryOf(registry: Registry, name: string): Entry | undefined {
  return name === 'shell' ? registry.shell : remoteIn(registry, name);
}

/** Returns the entry of a remote or of "shell". @throws PlainError while nothing of it is published */
export function publishedEntry(registry: Registry, name: string): Entry {
  const entry = entryOf(registry, name);
  if (entry === undefined) throw new PlainError(`${name} has never been published.`);
  return entry;
}

/** Returns the next revision of the registry, with a new entry for a remote or "shell". */
export function withEntry(registry: Registry, name: string, entry: Entry): Registry {
  const { active, previous, versions = {}, canary, revoked } = entry;
  const activation = { active, ...(previous === undefined ? {} : { previous }) };
  const revision = registry.revision + 1;
  if (name === 'shell') return { ...registry, revision, shell: activation };
  const more = { ...(canary ? { canary } : {}), ...(revoked ? { revoked } : {}) };
  const row = { ...activation, ...more, versions: inUse(versions, [active, previous]) };
  return { ...registry, revision, remotes: { ...registry.remotes, [name]: row } };
}

/** Drops dev versions that are not in use, so that the registry doesn't grow during development. */
function inUse(versions: Record<string, PublishedVersion>, used: (string | undefined)[]): RegistryEntry['versions'] {
  const listed = Object.entries(versions).filter(([version]) => !isDevVersion(version) || used.includes(version));
  return Object.fromEntries(listed);
}

/**
 * Returns an entry with a version active for everyone, which ends a trial, and the last healthy one as its fallback.
 */
export function activated(
  entry: Entry | undefined,
  version: string,
  health: VersionHealth,
  published?: PublishedVersion,
): Entry {
  const { previous: _previous, canary: _canary, versions, ...rest } = entry ?? { versions: undefined };
  const previous = fallbackFor(health, entry, version);
  return {
    ...rest,
    active: version,
    ...(previous === undefined ? {} : { previous }),
    ...(versions || published ? { versions: { ...versions, ...(published ? { [version]: published } : {}) } } : {}),
  };
}

/** @throws PlainError for a revoked version */
export function refuseRevoked(entry: Entry | undefined, name: string, version: string): void {
  if (entry?.revoked?.includes(version) === true) {
    throw new PlainError(
      `${name} ${version} was revoked, and its number can't be used again: publish with a new version.`,
    );
  }
}

/** Returns whether an entry lists a version with exactly these bytes, signed by the same team. */
export function listsSame(entry: Entry | undefined, version: string, published?: PublishedVersion): boolean {
  if (published === undefined) return true;
  const known = entry?.versions && Object.hasOwn(entry.versions, version) ? entry.versions[version] : undefined;
  return (
    known?.manifest === published.manifest &&
    known.integrity === published.integrity &&
    known.trust === published.trust &&
    known.signature?.value === published.signature?.value
  );
}

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
