import { link, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publishedVersion, readRemote, readShell } from 'gateway/publish/build';
import { activatePublished, type PublishOptions } from 'gateway/publish/publisher';
import { stageFiles } from 'gateway/publish/staging';
import { buildAndPublish } from 'gateway/publish-remote';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { formatRegistry, publishedFolder, readRegistry, registryFile } from 'gateway/registry/registry';
import type { Store } from 'gateway/registry/store/store';
import {
  exists,
  type FolderFiles,
  moveFolder,
  readFolder,
  readTextIfThere,
  replaceFile,
  writePlainFolder,
} from 'server-kit/disk';
import { deployRoot } from 'server-kit/paths';
import type { Registry, RegistryEntry } from 'shared-ui/contract';
import { buildChanged, eachAtOnce } from 'tools/commands/building/local-build';
import { deriveBuild } from './derived-build.ts';
import { keyOf, signingSettings } from './keys.ts';
import { WORKSHOP } from './workshop.ts';

const REMOTE_NAMES = ['onboarding', 'timeline', 'records', 'surveys', 'desk'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** Versions of one remote available to every run, both of the current sources. */
export interface Versions {
  active: string;
  /** An older version number, so a registry can name it as `previous`. */
  older: string;
}

export interface Builds {
  shell: string;
  /** The current shell with an older version number, for deploy tests. */
  olderShell: string;
  remotes: Record<RemoteName, Versions>;
}

const ROOT = join(WORKSHOP, 'deploy');
const RECORD = join(WORKSHOP, 'builds.json');
const OLDER = '0.9.0';

const say = (line: string) => console.log(line);

/** Hard-links a folder: published files never change, so all deploy roots can share them. */
export async function linkFolder(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const target = join(to, file.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await link(file, target);
  }
}

/** Reuses a build that `npm start` or `npm test` made from the same sources. */
async function buildOrReuse(
  { root }: Store,
  name: string,
  version: string,
  options: Pick<PublishOptions, 'key'>,
): Promise<void> {
  const made = publishedFolder(deployRoot(process.env), name, version);
  if (!(await exists(join(made, name === 'shell' ? 'index.html' : REMOTE_MANIFEST)))) {
    await buildAndPublish(root, name, version, { hasTypes: false }, options);
    return;
  }
  await linkFolder(made, publishedFolder(root, name, version));
  await activatePublished(root, name, version, options);
}

/** Reads the files of a published version, without compressed variants. */
export async function readPublished(root: string, name: string, version: string): Promise<FolderFiles> {
  const files = await readFolder(publishedFolder(root, name, version));
  return new Map([...files].filter(([path]) => !/\.(br|gz)$/.test(path)));
}

/** Stores an older version, derived from the active one: building it would take half a minute. */
async function storeOlder(name: string, active: string): Promise<Versions> {
  const older = `${OLDER}-${active.split('-')[1]}`;
  if (await exists(publishedFolder(ROOT, name, older))) return { active, older };
  const folder = await mkdtemp(join(WORKSHOP, 'derived-'));
  try {
    await writePlainFolder(folder, deriveBuild(await readPublished(ROOT, name, active), active, older));
    const expected = { name, version: older };
    const { files } = name === 'shell' ? await readShell(folder, expected) : await readRemote(folder, expected);
    await moveFolder(await stageFiles(ROOT, older, files), publishedFolder(ROOT, name, older));
  } finally {
    await rm(folder, { recursive: true });
  }
  return { active, older };
}

async function removeOthers(folder: string, keep: string[]): Promise<void> {
  for (const version of await readdir(folder)) {
    if (!keep.includes(version)) await rm(join(folder, version), { recursive: true });
  }
}

/**
 * Builds what changed since the last run, with the product's own commands, plus an older version of every remote.
 * @param needsOlder whether older versions are needed; otherwise the active one takes their place
 */
export async function prepareBuilds(needsOlder = true): Promise<void> {
  await buildChanged({ env: { DATA_ROOT: WORKSHOP, ...(await signingSettings()) }, print: say, build: buildOrReuse });
  const registry = await readRegistry(ROOT);
  const prepare = async (name: 'shell' | RemoteName) => {
    const { active = '' } = (name === 'shell' ? registry.shell : registry.remotes[name]) ?? {};
    if (!needsOlder) return [name, { active, older: active }] as const;
    const versions = await storeOlder(name, active);
    const folder = name === 'shell' ? name : join('remotes', name);
    await removeOthers(join(ROOT, folder), Object.values(versions));
    return [name, versions] as const;
  };
  const pairs = await eachAtOnce(['shell', ...REMOTE_NAMES] as const, prepare);
  const { shell, ...remotes } = Object.fromEntries(pairs) as Record<'shell' | RemoteName, Versions>;
  const builds: Builds = { shell: shell.active, olderShell: shell.older, remotes };
  await replaceFile(RECORD, JSON.stringify(builds));
}

export async function readBuilds(): Promise<Builds> {
  return JSON.parse((await readTextIfThere(RECORD)) ?? '') as Builds;
}

async function entryOf(root: string, name: RemoteName, { active, older }: Versions): Promise<RegistryEntry> {
  const published = async (version: string) => {
    const file = join(publishedFolder(root, name, version), REMOTE_MANIFEST);
    return publishedVersion(await readFile(file), file, await keyOf(name));
  };
  return { active, versions: { [active]: await published(active), [older]: await published(older) } };
}

/** Creates a separate deploy root with all builds and a registry without fallback versions. */
export async function layDeployRoot(root: string): Promise<Builds> {
  const builds = await readBuilds();
  for (const folder of ['shell', 'remotes']) await linkFolder(join(ROOT, folder), join(root, folder));
  const entries = REMOTE_NAMES.map(async (name) => [name, await entryOf(root, name, builds.remotes[name])] as const);
  const registry: Registry = {
    schema: 2,
    revision: 1,
    origins: ['self'],
    shell: { active: builds.shell },
    remotes: Object.fromEntries(await Promise.all(entries)),
  };
  await replaceFile(registryFile(root), formatRegistry(registry));
  return builds;
}
