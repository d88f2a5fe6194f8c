import type { Registry } from 'shared-ui/contract';

/** Whether a page that is opened with a kept registry could run a version that was revoked since. */
export function namesRevoked(kept: Registry, { remotes }: Registry): boolean {
  return Object.entries(kept.remotes).some(([name, { active, previous }]) => {
    const revoked = remotes[name]?.revoked ?? [];
    return revoked.includes(active) || (previous !== undefined && revoked.includes(previous));
  });
}

/** The folders of the versions that a kept registry names and that were revoked since. */
export function foldersOfRevoked(kept: Registry, { remotes }: Registry, base: string): string[] {
  return Object.entries(kept.remotes).flatMap(([name, { versions }]) => {
    const gone = (remotes[name]?.revoked ?? []).flatMap((version) => versions[version] ?? []);
    return gone.map(({ manifest }) => new URL('.', new URL(manifest, base)).href);
  });
}
