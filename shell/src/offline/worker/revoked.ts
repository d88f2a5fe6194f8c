import type { Registry } from 'shared-ui/contract';
import { REGISTRY } from './deployed.ts';
import { scope } from './scope.ts';
import { isRevision } from './stage.ts';
import { changeState, type StoredRevision } from './state.ts';

/** Whether a page opened with a stored registry could run a version revoked since. */
export function usesRevoked(stored: Registry, { remotes }: Registry): boolean {
  return Object.entries(stored.remotes).some(([name, { active, previous }]) => {
    const revoked = remotes[name]?.revoked ?? [];
    return revoked.includes(active) || (previous !== undefined && revoked.includes(previous));
  });
}

/** Returns the folders of the versions in a stored registry that were revoked since. */
export function foldersOfRevoked(stored: Registry, { remotes }: Registry, base: string): string[] {
  return Object.entries(stored.remotes).flatMap(([name, { versions }]) => {
    const revoked = (remotes[name]?.revoked ?? []).flatMap((version) => versions[version] ?? []);
    return revoked.map(({ manifest }) => new URL('.', new URL(manifest, base)).href);
  });
}

async function registryIn(cacheName: string): Promise<Registry | undefined> {
  const stored = await caches.match(REGISTRY, { cacheName });
  return stored ? ((await stored.json()) as Registry) : undefined;
}

async function removeBelow(folders: string[]): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (folders.some((folder) => url.startsWith(folder))) await cache.delete(url);
  }
}

/**
 * Deletes the stored files of revoked versions, even of open pages, and drops every revision that could run one of
 * them. Pages then come from the server until a revision without them is complete.
 * @returns whether the current revision was dropped
 */
export async function dropRevoked(deployed: Registry): Promise<boolean> {
  const folders: string[] = [];
  const dropped = new Set<string>();
  for (const name of (await caches.keys()).filter(isRevision)) {
    const stored = await registryIn(name);
    if (stored === undefined) continue;
    folders.push(...foldersOfRevoked(stored, deployed, scope.location.href));
    if (usesRevoked(stored, deployed)) dropped.add(name);
  }
  if (dropped.size === 0) return false;
  const unlessDropped = (revision: StoredRevision | null) =>
    revision !== null && dropped.has(revision.cache) ? null : revision;
  let wasCurrent = false;
  await changeState((state) => {
    const current = unlessDropped(state.current);
    wasCurrent = current !== state.current;
    return { current, staged: unlessDropped(state.staged) };
  });
  await removeBelow(folders);
  return wasCurrent;
}
