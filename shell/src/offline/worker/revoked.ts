import type { Registry } from 'shared-ui/contract';
import { REGISTRY } from './deployed.ts';
import { foldersOfRevoked, namesRevoked } from './revoked-versions.ts';
import { scope } from './scope.ts';
import { isRevision } from './stage.ts';
import { changeState, type Kept } from './state.ts';

async function registryIn(cacheName: string): Promise<Registry | undefined> {
  const kept = await caches.match(REGISTRY, { cacheName });
  return kept ? ((await kept.json()) as Registry) : undefined;
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
    const kept = await registryIn(name);
    if (kept === undefined) continue;
    folders.push(...foldersOfRevoked(kept, deployed, scope.location.href));
    if (namesRevoked(kept, deployed)) dropped.add(name);
  }
  if (dropped.size === 0) return false;
  const stays = (kept: Kept | null) => (kept !== null && dropped.has(kept.cache) ? null : kept);
  let wasCurrent = false;
  await changeState((state) => {
    const current = stays(state.current);
    wasCurrent = current !== state.current;
    return { current, staged: stays(state.staged) };
  });
  await removeBelow(folders);
  return wasCurrent;
}
