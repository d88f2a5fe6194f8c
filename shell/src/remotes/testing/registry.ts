import type { PublishedEntry, PublishedVersion, RemoteRoute } from 'shared-ui/contract';
import { replaceRegistryEntry } from '../registry.ts';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** Adds a remote to the page's registry, for unit tests. */
export function publishRemote(name: string, facts: Partial<PublishedVersion> = {}): void {
  const version = { manifest: `/remotes/${name}/1.0.0/remote.json`, integrity: INTEGRITY, ...facts };
  const entry = { active: '1.0.0', versions: { '1.0.0': version } };
  replaceRegistryEntry(name, { schema: 2, revision: 1, origins: ['self'], remotes: { [name]: entry } });
}

/** Adds a remote with routes and links to the page's registry, for unit tests. */
export function publishRoutes(name: string, routes: RemoteRoute[], navigation: PublishedEntry[] = []): void {
  publishRemote(name, { routes, navigation });
}
