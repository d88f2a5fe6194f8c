/** Publishes the shell and the remotes of a release in the deploy root of this installation. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, moveFolder } from '../../gateway/common/disk.ts';
import { deployRoot } from '../../gateway/common/paths.ts';
import { activeVersion } from '../../gateway/publish/publisher.ts';
import { publishedFolder, readRegistry, registryFile, remoteIn } from '../../gateway/registry/registry.ts';
import { activate } from '../../gateway/rollout/release/changes.ts';
import { release as changeRelease } from '../../gateway/rollout/release/release.ts';
import { readTeams, teamsFile } from '../../gateway/trust/teams.ts';
import { checkSignatures } from '../../gateway/trust/version-trust.ts';
import type { InstalledRelease } from './installed.ts';

/** Versions that releases contain end with a hash of their sources; those that teams publish don't. */
const OF_A_RELEASE = /-[0-9a-f]{8}$/;

const builtIn = (release: InstalledRelease) => join(release.folder, 'deploy');

/** Throws a PlainError that names every remote of a release whose signature this installation doesn't accept. */
export async function checkPages(release: InstalledRelease, env: NodeJS.ProcessEnv): Promise<void> {
  const root = builtIn(release);
  checkSignatures(await readRegistry(root), await readTeams(teamsFile(env)), registryFile(root));
}

/** Copies a version into the deploy root, complete or not at all. */
async function place(root: string, release: InstalledRelease, name: string, version: string): Promise<void> {
  const target = publishedFolder(root, name, version);
  if (await exists(target)) return;
  const work = join(root, '.staging', `${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(join(root, '.staging'), { recursive: true });
    await cp(publishedFolder(builtIn(release), name, version), work, { recursive: true });
    await moveFolder(work, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
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
  const root = deployRoot(env);
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
    await place(root, release, name, version);
    const published = remoteIn(built, name)?.versions[version];
    await changeRelease(
      root,
      name,
      (registry, health) =>
        activate(registry, name, version, health, { what: 'activated', ...(published ? { published } : {}) }),
      { why: `Release ${release.version}` },
    );
    said.push(`${name} ${version} is active.`);
  }
  return said;
}
