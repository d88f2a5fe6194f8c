import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { changeRegistry, publishedFolder, readRegistry, registryFile } from 'gateway/registry/registry';
import { readTeams, teamIn, teamsFile } from 'gateway/trust/teams';
import { exists, replaceFile } from 'server-kit/disk';
import { deployRoot } from 'server-kit/paths';
import type { Registry, RegistryEntry } from 'shared-ui/contract';
import { PACKED_PRODUCT } from '../commands/building/packed-product.ts';

/** Copies a folder so that it appears complete or not at all. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (await exists(to)) return;
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(from, unfinished, { recursive: true });
  await rename(unfinished, to);
}

/** Copies the files of every packed version that a deploy root lacks. */
async function copyVersions({ shell, remotes }: Registry, root: string): Promise<void> {
  const versions = Object.entries(remotes).map(([name, { active }]) => [name, active] as const);
  for (const [name, version] of [['shell', shell?.active ?? ''] as const, ...versions]) {
    await copyFolder(publishedFolder(PACKED_PRODUCT.deployRoot, name, version), publishedFolder(root, name, version));
  }
}

/**
 * Returns a remote's entry with the packed version in place of those of earlier packages, whose signatures no longer
 * hold. A version that a team has published stays, and stays active.
 */
function withPacked(before: RegistryEntry | undefined, packed: RegistryEntry): RegistryEntry {
  if (before === undefined) return packed;
  const own = Object.entries(before.versions).filter(([, { signature }]) => signature?.team !== PACKED_PRODUCT.team);
  const versions = { ...Object.fromEntries(own), ...packed.versions };
  const { previous, canary, ...kept } = before;
  return {
    ...kept,
    active: before.active in versions ? before.active : packed.active,
    ...(previous !== undefined && previous in versions ? { previous } : {}),
    ...(canary !== undefined && canary.version in versions ? { canary } : {}),
    versions,
  };
}

/** Returns a registry with everything that the package brings. */
function upgraded(before: Registry, packed: Registry): Registry {
  const remotes = Object.entries(packed.remotes).map(
    ([name, entry]) => [name, withPacked(before.remotes[name], entry)] as const,
  );
  return {
    ...before,
    revision: before.revision + 1,
    ...(packed.shell ? { shell: packed.shell } : {}),
    remotes: { ...before.remotes, ...Object.fromEntries(remotes) },
  };
}

/**
 * Prepares a data folder for this package: publishes the packed shell and remotes there, unless they are published
 * already. Keeps teams, their remotes, and what they have published.
 */
export async function prepareData(data: string): Promise<void> {
  const env = { DATA_ROOT: data };
  const [root, teamsAt] = [deployRoot(env), teamsFile(env)];
  const [teams, packedTeams] = await Promise.all([readTeams(teamsAt), readTeams(PACKED_PRODUCT.teamsFile)]);
  const isPublished = await exists(registryFile(root));
  const known = teamIn(teams, PACKED_PRODUCT.team)?.publicKey === teamIn(packedTeams, PACKED_PRODUCT.team)?.publicKey;
  if (isPublished && known) return;
  const packed = await readRegistry(PACKED_PRODUCT.deployRoot);
  await copyVersions(packed, root);
  await mkdir(dirname(teamsAt), { recursive: true });
  await replaceFile(teamsAt, `${JSON.stringify({ ...teams, ...packedTeams }, null, 2)}\n`);
  await changeRegistry(root, (before) => upgraded(before, packed));
}
