import type { Activation, Registry, RegistryEntry } from 'shared-ui/contract';
import { isDevVersion, remoteIn } from './registry.ts';

/**
 * Returns the registry without a remote's development builds: active and previous are restored, unless another version
 * was published meanwhile. Returns the same object when nothing changes.
 * @param before the activation before development began, if known
 */
export function withoutDevelopment(registry: Registry, name: string, before: Activation | undefined): Registry {
  const entry = remoteIn(registry, name);
  if (entry === undefined) return registry;
  const restored = restoredEntry(entry, before);
  if (JSON.stringify(restored) === JSON.stringify(entry)) return registry;
  const { [name]: _dropped, ...others } = registry.remotes;
  const remotes = restored === undefined ? others : { ...registry.remotes, [name]: restored };
  return { ...registry, revision: registry.revision + 1, remotes };
}

/** Uses the two newest versions still published, of those in use since before the development. */
function restoredEntry(entry: RegistryEntry, before: Activation | undefined): RegistryEntry | undefined {
  const { active: _active, previous: _previous, versions: all, ...rest } = entry;
  const versions = Object.fromEntries(Object.entries(all).filter(([version]) => !isDevVersion(version)));
  const used = [entry.active, entry.previous, before?.active, before?.previous];
  const kept = used.filter((version) => version !== undefined && Object.hasOwn(versions, version));
  const [active, previous] = new Set(kept);
  if (active === undefined) return undefined;
  return { ...rest, active, ...(previous === undefined ? {} : { previous }), versions };
}

/** Returns the registry with no fallback for remotes under development, so that their errors show. */
export function withoutFallback(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => {
    const { previous: _previous, ...alone } = entry;
    return [name, isDevVersion(entry.active) ? alone : entry] as const;
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}
