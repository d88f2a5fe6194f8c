import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { REMOTE_MANIFEST } from '../manifest.ts';
import type { Elsewhere } from './mirror.ts';

const isElsewhere = ({ manifest }: PublishedVersion) => !manifest.startsWith('/');

/** Returns every version hosted on another server, by `name@version`. */
export function versionsElsewhere({ remotes }: Registry): ReadonlyMap<string, Elsewhere> {
  const found = Object.entries(remotes).flatMap(([name, { versions }]) =>
    Object.entries(versions)
      .filter(([, published]) => isElsewhere(published))
      .map(([version, published]) => [`${name}@${version}`, { name, version, published }] as const),
  );
  return new Map(found);
}

/**
 * Returns the registry as pages get it: versions hosted elsewhere have an address of the gateway, so that pages connect
 * to no other server.
 */
export function atOneOrigin(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => {
    const versions = Object.entries(entry.versions).map(([version, published]) => {
      const manifest = `/remotes/${name}/${version}/${REMOTE_MANIFEST}`;
      return [version, isElsewhere(published) ? { ...published, manifest } : published] as const;
    });
    return [name, { ...entry, versions: Object.fromEntries(versions) }] as const;
  });
  return { ...registry, origins: ['self'], remotes: Object.fromEntries(remotes) };
}
