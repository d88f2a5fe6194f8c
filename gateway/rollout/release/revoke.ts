import type { Registry } from 'shared-ui/contract';
import { PlainError } from '../../common/plain-error.ts';
import type { RegistryChange } from './changes.ts';
import { activated, type Entry, publishedEntry, withEntry } from './entry.ts';
import { fallbackFor, type VersionHealth } from './fallback.ts';

/**
 * Removes a version from the registry permanently: no page gets it, nothing falls back to it, its number can't be
 * published again, and an origin that only it used is no longer allowed. Throws PlainError when no working version
 * would remain.
 */
export function revoke(registry: Registry, name: string, version: string, health: VersionHealth): RegistryChange {
  if (name === 'shell') throw new PlainError("A version of the shell can't be revoked: --to VERSION leaves it.");
  const entry = publishedEntry(registry, name);
  if (entry.revoked?.includes(version) === true) return undefined;
  if (entry.versions === undefined || !Object.hasOwn(entry.versions, version)) {
    throw new PlainError(`${name} has no version ${version} that could be revoked.`);
  }
  const wary = { ...health, givenUp: new Set([...health.givenUp, version]) };
  const after = withoutVersion(entry, version, activeWithout(name, entry, version, wary), wary);
  const changed = withEntry(registry, name, after);
  const act = { what: 'revoked', version, ...(entry.active === version ? { active: after.active } : {}) } as const;
  return { registry: { ...changed, origins: originsWithout(registry, changed) }, act };
}

function activeWithout(name: string, entry: Entry, version: string, health: VersionHealth): string {
  if (entry.active !== version) return entry.active;
  const left = fallbackFor(health, entry, version);
  if (left !== undefined) return left;
  throw new PlainError(
    `${name} ${version} can't be revoked: no other version of it is known to work. Publish one, or name one by --to, first.`,
  );
}

function withoutVersion(entry: Entry, version: string, active: string, health: VersionHealth): Entry {
  const { [version]: _revoked, ...versions } = entry.versions ?? {};
  const { canary, ...rest } = { ...activated({ ...entry, versions }, active, health), canary: entry.canary };
  const kept = canary === undefined || [version, active].includes(canary.version) ? {} : { canary };
  return { ...rest, ...kept, versions, revoked: [...(entry.revoked ?? []), version] };
}

/** Returns the allowed origins without those that were in use before and no longer are. */
function originsWithout(before: Registry, after: Registry): string[] {
  const [used, inUse] = [originsOf(before), originsOf(after)];
  return before.origins.filter((origin) => origin === 'self' || !used.has(origin) || inUse.has(origin));
}

function originsOf({ remotes }: Registry): Set<string> {
  const manifests = Object.values(remotes).flatMap(({ versions }) => Object.values(versions));
  return new Set(manifests.flatMap(({ manifest }) => (URL.canParse(manifest) ? new URL(manifest).origin : [])));
}
