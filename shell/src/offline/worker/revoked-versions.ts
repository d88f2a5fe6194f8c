import type { Registry } from 'shared-ui/contract';

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
