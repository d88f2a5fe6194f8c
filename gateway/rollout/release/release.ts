import { join } from 'node:path';
import { exists } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { refuseTakenRoutes } from '../../registry/claims.ts';
import { REMOTE_MANIFEST, SHELL_MANIFEST } from '../../registry/manifest.ts';
import { isDevVersion, publishedFolder, remoteIn } from '../../registry/registry.ts';
import { asStore, type StagedVersion, type Store } from '../../registry/store/store.ts';
import { systemUser } from '../../trust/system-user.ts';
import { refuseUnsignedScreens } from '../../trust/version-trust.ts';
import { type RegistryChange, takeBack as withoutFailing } from './changes.ts';
import { entryOf } from './entry.ts';
import type { ReleasedChange } from './sentences.ts';
import { type VersionHealth, versionHealthOf } from './version-health.ts';

/** Who changes what browsers get, and why. */
export interface Author {
  /** The team whose key signed it; defaults to the system's user. */
  who?: string;
  why?: string;
}

/** Result of a change. */
export interface Released {
  changed: boolean;
  registry: Registry;
  /** What was changed; absent if nothing needed to change. */
  change?: ReleasedChange;
}

/**
 * Changes the registry entry of a remote (or of "shell") and records who did it. A kill at any moment leaves the old or
 * the new state. Throws PlainError when it can't be done.
 * @param bring returns the version to store with it; undefined if it is stored already
 */
export async function release(
  at: Store | string,
  name: string,
  change: (before: Registry, health: VersionHealth) => RegistryChange,
  { who = systemUser(), why }: Author = {},
  bring: () => Promise<StagedVersion | undefined> = async () => undefined,
): Promise<Released> {
  const store = asStore(at);
  let released: ReleasedChange | undefined;
  const result = await store.change(async (before) => {
    const done = change(before, await versionHealthOf(store.root, name));
    const version = await bring();
    if (done === undefined) return version && { registry: before, version };
    const { registry, act } = done;
    released = releasedChange(name, before, done);
    await checkReleasable(store.root, { before, after: registry }, name, version ? undefined : act.active);
    const line = { who, name, ...act, ...(why ? { why } : {}), revision: registry.revision };
    return { registry, ...(isDevVersion(act.version) ? {} : { act: line }), ...(version ? { version } : {}) };
  });
  return { ...result, ...(released ? { change: released } : {}) };
}

/** Returns what a change of the registry means for browsers. */
function releasedChange(
  name: string,
  before: Registry,
  { registry, act }: NonNullable<RegistryChange>,
): ReleasedChange {
  const was = entryOf(before, name)?.active;
  const { active = '', canary } = entryOf(registry, name) ?? {};
  const after = { active, ...(canary ? { canary: canary.version } : {}) };
  return { act, ...(was === undefined ? {} : { before: was }), after };
}

/**
 * Throws when browsers would get a path that belongs to another remote by now, a version without a required signature,
 * or one whose files are missing.
 * @param active the version that is activated again, if any
 */
export async function checkReleasable(
  root: string,
  { before, after }: { before: Registry; after: Registry },
  name: string,
  active?: string,
): Promise<void> {
  refuseClaimed(after, name);
  refuseUnsigned(before, after, name);
  if (active !== undefined) await checkFilesExist(root, after, name, active);
}

/** Throws when browsers would get a path that belongs to another remote by now. */
function refuseClaimed(registry: Registry, name: string): void {
  const entry = remoteIn(registry, name);
  for (const version of [entry?.active, entry?.canary?.version]) {
    if (version !== undefined) refuseTakenRoutes(registry, name, version, entry?.versions[version]?.routes);
  }
}

/** Throws when browsers would newly get a version that no page shows, because no team has signed it. */
function refuseUnsigned(before: Registry, after: Registry, name: string): void {
  const [was, is] = [remoteIn(before, name), remoteIn(after, name)];
  const given = [is?.active, is?.canary?.version].filter(
    (version) => version !== was?.active && version !== was?.canary?.version,
  );
  for (const version of given) {
    const published = is?.versions[version ?? ''];
    if (version !== undefined && published) refuseUnsignedScreens(was, name, version, published);
  }
}

async function checkFilesExist(root: string, registry: Registry, name: string, version: string): Promise<void> {
  const manifest = name === 'shell' ? '/' : entryOf(registry, name)?.versions?.[version]?.manifest;
  if (manifest?.startsWith('/') !== true) return;
  const file = join(publishedFolder(root, name, version), name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);
  if (!(await exists(file))) throw new PlainError(`${name} ${version} can't be made active again: ${file} is missing.`);
}

/**
 * Takes a failing version back: ends its trial, or returns to the last healthy version, with a line in the history.
 * Does nothing if it is neither on trial nor active, or if there is no replacement.
 * @param why what was observed, as a sentence for people
 */
export async function takeBack(at: Store | string, name: string, version: string, why: string): Promise<Released> {
  const author = { who: 'gateway', why };
  return release(at, name, (before, health) => withoutFailing(before, name, version, health), author);
}
