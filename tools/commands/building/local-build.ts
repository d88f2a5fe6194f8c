import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { endAbandonedDevelopments } from 'gateway/dev/development';
import { packageFolder, packageVersion, REMOTE_NAMES } from 'gateway/publish/package-build';
import { activatePublished, activeVersion } from 'gateway/publish/publisher';
import { buildAndPublish } from 'gateway/publish-remote';
import { REMOTE_MANIFEST, SHELL_MANIFEST } from 'gateway/registry/manifest';
import { isDevVersion, publishedFolder, readRegistry, remoteIn } from 'gateway/registry/registry';
import { storeOf } from 'gateway/registry/store/postgres';
import type { Store } from 'gateway/registry/store/store';
import { keyForBuild, type SigningKey } from 'gateway/trust/signing-key';
import { isUnsignedFeature } from 'gateway/trust/version-trust';
import { exists, readTextIfThere, replaceFile } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import { dataRoot, REPO } from 'server-kit/paths';
import type { Registry } from 'shared-ui/contract';
import { sourceHashes } from './source-hash.ts';

/** Maximum number of parallel builds. Each takes half a gigabyte of memory, so a laptop can't run more. */
const MOST = Math.min(2, availableParallelism());

/**
 * Runs `work` for every item, two at a time if there are two processors, in the items' order.
 * @returns the results in the items' order. When one throws, running work is finished, nothing more is started, and the
 *   first error is thrown.
 */
export async function eachAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const errors: unknown[] = [];
  const queue = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of queue) {
      if (errors.length > 0) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: MOST }, takeTurns));
  if (errors.length > 0) throw errors[0];
  return results;
}

/** All packages to build. The shell comes first because it takes longest. */
export const PACKAGES = ['shell', ...REMOTE_NAMES];

interface LocalBuild {
  env: NodeJS.ProcessEnv;
  print: (line: string) => void;
  /** Repository to hash; overridden in tests. */
  repo?: string;
  build?: (store: Store, name: string, version: string, options: { key?: SigningKey | undefined }) => Promise<unknown>;
}

// `npm run types` checks the types of all packages at once, and nothing is built against a local build.
const buildSigned: NonNullable<LocalBuild['build']> = (store, name, version, options) =>
  buildAndPublish(store, name, version, { hasTypes: false }, options);

/**
 * Builds, signs and publishes locally what changed since the last run, two packages at a time. Unchanged packages are
 * not touched, so a version that was published or rolled back by hand stays active. So does a remote under development,
 * which has separate builds; leftovers of a development that was killed are removed.
 * @returns the packages that were built
 */
export async function buildChanged({ env, print, repo = REPO, build = buildSigned }: LocalBuild): Promise<string[]> {
  const store = storeOf(env);
  const { root } = store;
  await store.refresh();
  const records = join(dataRoot(env), 'build');
  await mkdir(records, { recursive: true });
  const hashes = await sourceHashes(
    repo,
    PACKAGES.map((name) => basename(packageFolder(name))),
  );
  const underDevelopment = await endAbandonedDevelopments(store);
  const refresh = async (name: string): Promise<boolean> => {
    if (underDevelopment.has(name)) return false;
    const hash = hashes.get(basename(packageFolder(name))) ?? '';
    const record = join(records, `${name}.json`);
    const version = `${await packageVersion(name)}-${hash.slice(0, 8)}`;
    const key = name === 'shell' ? undefined : await keyForBuild(env, name);
    if (await isUpToDate(root, name, version, hash, record)) return false;
    const isThere = await isPublished(root, name, version);
    if (isThere) await activatePublished(store, name, version, { key });
    else await buildAloud(name, version, key);
    await replaceFile(record, `${JSON.stringify({ hash, version })}\n`);
    return !isThere;
  };
  const buildAloud = async (name: string, version: string, key: SigningKey | undefined) => {
    print(`Building ${name} ${version} …`);
    const began = performance.now();
    await build(store, name, version, { key });
    print(`  ${name} is built, in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  const built = await eachAtOnce(PACKAGES, refresh);
  return PACKAGES.filter((_name, index) => built[index]);
}

async function isUpToDate(root: string, name: string, built: string, hash: string, record: string): Promise<boolean> {
  const registry = await readRegistry(root);
  const active = activeVersion(registry, name);
  if (active === undefined || isDevVersion(active) || lacksSignature(registry, name, active, built)) return false;
  return (await recordedHash(record)) === hash && (await isPublished(root, name, active));
}

/**
 * Returns whether an active version that is from this repository or has screens lacks a team's signature, as earlier
 * releases did not sign anything.
 */
function lacksSignature(registry: Registry, name: string, active: string, built: string): boolean {
  const published = remoteIn(registry, name)?.versions[active];
  if (published === undefined || published.trust === 'trusted') return false;
  return active === built || isUnsignedFeature(published);
}

async function isPublished(root: string, name: string, version: string): Promise<boolean> {
  const folder = publishedFolder(root, name, version);
  if (await exists(join(folder, name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST))) return true;
  const manifest = (await readRegistry(root)).remotes[name]?.versions[version]?.manifest;
  return manifest !== undefined && !manifest.startsWith('/');
}

/** Returns the recorded hash. An unreadable record only costs a build. */
async function recordedHash(file: string): Promise<string | undefined> {
  const text = await readTextIfThere(file);
  try {
    const record: unknown = text === undefined ? undefined : JSON.parse(text);
    return isRecord(record) && typeof record.hash === 'string' ? record.hash : undefined;
  } catch {
    return undefined;
  }
}
