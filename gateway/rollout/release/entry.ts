import { PlainError } from 'server-kit/plain-error';
import type { Activation, PublishedVersion, Registry, RegistryEntry } from 'shared-ui/contract';
import { isDevVersion, remoteIn } from '../../registry/registry.ts';
import { fallbackFor, type VersionHealth } from './version-health.ts';

/** Registry entry of a remote, or of the shell, which has no list of versions. */
export type Entry = Activation & Partial<RegistryEntry>;

/** Returns the entry of a remote or of "shell"; undefined while nothing of it is published. */
export function entryOf(registry: Registry, name: string): Entry | undefined {
  return name === 'shell' ? registry.shell : remoteIn(registry, name);
}

/** Returns the entry of a remote or of "shell". Throws PlainError while nothing of it is published. */
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

/** Throws PlainError for a revoked version. */
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
