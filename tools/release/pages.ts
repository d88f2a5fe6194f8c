/** Publishes the shell and the remotes of a release in the deploy root of this installation. */
import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { activeVersion } from 'gateway/publish/publisher';
import { publishedFolder, readRegistry, registryFile, remoteIn } from 'gateway/registry/registry';
import { storeOf } from 'gateway/registry/store/postgres';
import { activate } from 'gateway/rollout/versions/changes';
import type { VersionHealth } from 'gateway/rollout/versions/entry';
import { changeRollout } from 'gateway/rollout/versions/rollout';
import { readTeams, teamsFile } from 'gateway/trust/teams';
import { checkSignatures } from 'gateway/trust/version-trust';
import { exists } from 'server-kit/disk';
import type { Registry } from 'shared-ui/contract';
import type { InstalledRelease } from './installed.ts';

/** Versions that releases contain end with a hash of their sources; those that teams publish don't. */
const OF_A_RELEASE = /-[0-9a-f]{8}$/;

const builtIn = (release: InstalledRelease) => join(release.folder, 'deploy');

/** Throws a PlainError that names every remote of a release whose signature this installation doesn't accept. */
export async function checkPages(release: InstalledRelease, env: NodeJS.ProcessEnv): Promise<void> {
  const root = builtIn(release);
  checkSignatures(await readRegistry(root), await readTeams(teamsFile(env)), registryFile(root));
}

/** Copies a version of a release, if it isn't stored already. Returns the copy's folder. */
async function stage(root: string, release: InstalledRelease, name: string, version: string) {
  if (await exists(publishedFolder(root, name, version))) return undefined;
  const folder = join(root, '.staging', `${process.pid}-${randomBytes(6).toString('hex')}`);
  await cp(publishedFolder(builtIn(release), name, version), folder, { recursive: true });
  return folder;
}

/**
 * Makes the pages of a release active. Left alone are those that didn't change since `before`, and those for which a team
 * or the hospital has published its own version.
 * @param before the release that was live; undefined at the first installation
 * @param isBack whether the release is an earlier one: then the remotes come first, since an earlier shell refuses newer
 *   ones
 * @returns a sentence for each page that was activated or left alone on purpose
 */
export async function activatePages(
  release: InstalledRelease,
  before: InstalledRelease | undefined,
  { env, isBack }: { env: NodeJS.ProcessEnv; isBack: boolean },
): Promise<string[]> {
  const store = storeOf(env);
  const { root } = store;
  await store.refresh();
  const built = await readRegistry(builtIn(release));
  const said: string[] = [];
  const names = Object.keys(release.pages).toSorted(
    (one, other) => Number(other === 'shell') - Number(one === 'shell'),
  );
  for (const name of isBack ? names.reverse() : names) {
    const version = release.pages[name] ?? '';
    const active = activeVersion(await readRegistry(root), name);
    if (active === version || (active !== undefined && version === before?.pages[name])) continue;
    if (active !== undefined && !OF_A_RELEASE.test(active)) {
      said.push(`${name} ${active} stays active: it is not part of a release.`);
      continue;
    }
    const published = remoteIn(built, name)?.versions[version];
    const folder = await stage(root, release, name, version);
    const change = (registry: Registry, health: VersionHealth) =>
      activate(registry, name, version, health, { what: 'activated', ...(published ? { published } : {}) });
    const bring = async () => (folder === undefined ? undefined : { name, version, folder });
    try {
      await changeRollout(store, name, change, { why: `Release ${release.version}` }, bring);
    } finally {
      if (folder) await rm(folder, { recursive: true, force: true });
    }
    said.push(`${name} ${version} is active.`);
  }
  return said;
}
