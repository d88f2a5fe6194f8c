import { PlainError } from 'server-kit/plain-error';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import type { Act } from '../../registry/history.ts';
import { isDevVersion } from '../../registry/registry.ts';
import {
  activated,
  type Entry,
  entryOf,
  fallbackFor,
  listsSame,
  publishedEntry,
  refuseRevoked,
  type VersionHealth,
  withEntry,
} from './entry.ts';

/** A changed registry and its history entry; undefined if nothing needs to change. */
export type RegistryChange =
  | { registry: Registry; act: Pick<Act, 'what' | 'version' | 'share' | 'active' | 'from'> }
  | undefined;

/** Makes a version active for everyone. `published` is absent for the shell, whose versions are not listed. */
export function activate(
  registry: Registry,
  name: string,
  version: string,
  health: VersionHealth,
  { published, what = 'published' }: { published?: PublishedVersion; what?: 'published' | 'activated' } = {},
): RegistryChange {
  const entry = entryOf(registry, name);
  refuseRevoked(entry, name, version);
  if (entry?.active === version && listsSame(entry, version, published)) return undefined;
  const after = withEntry(registry, name, activated(entry, version, health, published));
  return { registry: after, act: { what, version, active: version } };
}

/** Puts a version on trial, or changes the share of the one on trial. */
export function share(
  registry: Registry,
  name: string,
  percent: number,
  { version, published }: { version?: string; published?: PublishedVersion } = {},
): RegistryChange {
  const entry = entryOf(registry, name);
  const canary = version ?? entry?.canary?.version;
  if (canary === undefined) throw new PlainError(`${name} has no version on trial whose share could change.`);
  refuseRevoked(entry, name, canary);
  refuseTrial(entry, name, canary);
  const same = entry?.canary?.version === canary && entry.canary.share === percent;
  if (entry === undefined || (same && listsSame(entry, canary, published))) return undefined;
  const versions = { ...entry.versions, ...(published ? { [canary]: published } : {}) };
  const after = withEntry(registry, name, { ...entry, canary: { version: canary, share: percent }, versions });
  return { registry: after, act: { what: 'shared', version: canary, share: percent } };
}

function refuseTrial(entry: Entry | undefined, name: string, version: string): void {
  if (name === 'shell') throw new PlainError("The shell is for everyone: it can't be given to a share of browsers.");
  if (isDevVersion(version)) throw new PlainError(`${version} is a development build: publish a version for a trial.`);
  if (entry === undefined) {
    throw new PlainError(`${name} has no version for the other browsers yet: publish this one without --share.`);
  }
  if (entry.active === version) {
    throw new PlainError(`${name} ${version} is active for everyone already: a trial needs another version.`);
  }
}

/** Makes the version on trial active for everyone. */
export function promote(registry: Registry, name: string, health: VersionHealth): RegistryChange {
  const entry = publishedEntry(registry, name);
  if (entry.canary === undefined) throw new PlainError(`${name} has no version on trial that could be promoted.`);
  const { version } = entry.canary;
  const after = withEntry(registry, name, activated(entry, version, health));
  return { registry: after, act: { what: 'promoted', version, active: version } };
}

export function rollBack(registry: Registry, name: string, health: VersionHealth): RegistryChange {
  const entry = entryOf(registry, name);
  if (entry === undefined) throw new PlainError(`There is nothing to roll back to: ${name} has never been published.`);
  if (entry.canary !== undefined) return endTrial(registry, name, entry, 'rolled back');
  const target = fallbackFor(health, entry, entry.active);
  if (target === undefined) throw new PlainError(`There is nothing to roll back to: ${whyNothing(name, entry)}`);
  return giveUp(registry, name, entry, health, { what: 'rolled back', target });
}

function whyNothing(name: string, { active, versions = {} }: Entry): string {
  const others = Object.keys(versions).filter((version) => version !== active);
  if (others.length === 0) return `${name} has had only one version, ${active}.`;
  return `the other versions of ${name} are failing or were given up; --to VERSION activates one anyway.`;
}

/** Withdraws a failing version from browsers; undefined if none gets it, or if there is no replacement. */
export function takeBack(registry: Registry, name: string, version: string, health: VersionHealth): RegistryChange {
  const entry = entryOf(registry, name);
  if (entry?.canary?.version === version) return endTrial(registry, name, entry, 'taken back');
  const target = fallbackFor(health, entry, version);
  if (entry?.active !== version || target === undefined) return undefined;
  return giveUp(registry, name, entry, health, { what: 'taken back', target });
}

type GivenUp = 'rolled back' | 'taken back';

function endTrial(registry: Registry, name: string, entry: Entry, what: GivenUp): RegistryChange {
  const { canary, ...rest } = entry;
  const version = canary?.version ?? '';
  return { registry: withEntry(registry, name, rest), act: { what, version, from: version } };
}

function giveUp(
  registry: Registry,
  name: string,
  entry: Entry,
  health: VersionHealth,
  { what, target }: { what: GivenUp; target: string },
): RegistryChange {
  const { active: from } = entry;
  const after = activated(entry, target, { ...health, givenUp: new Set([...health.givenUp, from]) });
  const act = { what, version: target, active: target, from };
  return { registry: withEntry(registry, name, after), act };
}

/**
 * Removes a version from the registry permanently: no page gets it, nothing falls back to it, its number can't be
 * published again, and an origin that only it used is no longer allowed.
 * @throws PlainError when no working version would remain
 */
export function revoke(registry: Registry, name: string, version: string, health: VersionHealth): RegistryChange {
  if (name === 'shell') throw new PlainError("A version of the shell can't be revoked: use --to VERSION to leave it.");
  const entry = publishedEntry(registry, name);
  if (entry.revoked?.includes(version) === true) return undefined;
  if (entry.versions === undefined || !Object.hasOwn(entry.versions, version)) {
    throw new PlainError(`${name} has no version ${version} that could be revoked.`);
  }
  const healthWithout = { ...health, givenUp: new Set([...health.givenUp, version]) };
  const after = withoutVersion(entry, version, activeWithout(name, entry, version, healthWithout), healthWithout);
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
  const trial = canary === undefined || [version, active].includes(canary.version) ? {} : { canary };
  return { ...rest, ...trial, versions, revoked: [...(entry.revoked ?? []), version] };
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
