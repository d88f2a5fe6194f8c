import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextIfThere, replaceFile } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import { holdLock } from 'server-kit/lock';
import { PlainError } from 'server-kit/plain-error';
import type { Activation, Registry, RegistryEntry } from 'shared-ui/contract';
import { isDevVersion, readRegistry, remoteIn } from '../registry/registry.ts';
import { asStore, type Store } from '../registry/store/store.ts';

/** Record of a remote's development, kept across dev commands. */
interface DevRecord {
  /** Number of the last build. Never reused: browsers cache a version's files permanently. */
  last: number;
  /** Activation before development; absent if nothing was published, or while no development is running. */
  before?: Activation;
}

/** A running development of a remote, from the start of the dev command to its end. */
export interface Development {
  /** Folder for the files of this development, which no other command uses. */
  folder: string;
  /** Returns the version for the next build, e.g. "1.0.0-dev.7". */
  nextVersion(packageVersion: string): Promise<string>;
  /** Removes every development build from the registry and the disk. */
  end(): Promise<void>;
}

const folderOf = (root: string) => join(root, '.development');
const lockOf = (root: string, name: string) => join(folderOf(root), `${name}.lock`);
const recordOf = (root: string, name: string) => join(folderOf(root), `${name}.json`);

/**
 * Starts the development of a remote and records the active version, which the end restores. Cleans up after a killed
 * command first.
 * @throws PlainError while another command develops the same remote
 */
export async function beginDevelopment(root: string, name: string): Promise<Development> {
  const release = holdLock(lockOf(root, name));
  if (release === undefined) throw new PlainError(`Another dev command is running for ${name}: stop it first.`);
  try {
    await removeDevBuilds(root, name);
    const entry = remoteIn(await readRegistry(root), name);
    const { last } = await readRecord(root, name);
    await writeRecord(root, name, { last, ...(entry === undefined ? {} : { before: activationOf(entry) }) });
  } catch (thrown) {
    release();
    throw thrown;
  }
  return {
    folder: join(folderOf(root), name),
    nextVersion: (packageVersion) => nextVersion(root, name, packageVersion),
    end: () => removeDevBuilds(root, name).finally(release),
  };
}

/**
 * Cleans up after dev commands that were killed.
 * @returns the remotes that are still under development
 */
export async function endAbandonedDevelopments(at: Store | string): Promise<Set<string>> {
  const { root } = asStore(at);
  const { remotes } = await readRegistry(root);
  const inRegistry = Object.keys(remotes).filter((name) =>
    Object.keys(remotes[name]?.versions ?? {}).some(isDevVersion),
  );
  const recorded = (await filesIn(folderOf(root))).filter((file) => file.endsWith('.json'));
  const names = new Set([...inRegistry, ...recorded.map((file) => file.slice(0, -'.json'.length))]);
  const running = new Set<string>();
  for (const name of names) {
    const release = holdLock(lockOf(root, name));
    if (release === undefined) running.add(name);
    else await removeDevBuilds(at, name).finally(release);
  }
  return running;
}

async function nextVersion(root: string, name: string, packageVersion: string): Promise<string> {
  const record = await readRecord(root, name);
  const last = record.last + 1;
  await writeRecord(root, name, { ...record, last });
  return `${packageVersion}-dev.${last}`;
}

/** The order matters: after a kill at any moment, the next command can clean up. */
async function removeDevBuilds(at: Store | string, name: string): Promise<void> {
  const store = asStore(at);
  const { root } = store;
  const { last, before } = await readRecord(root, name);
  await store.change(async (registry) => {
    const restored = withoutDevelopment(registry, name, before);
    return restored === registry ? undefined : { registry: restored };
  });
  const published = join(root, 'remotes', name);
  const builds = (await filesIn(published)).filter(isDevVersion);
  const numbers = builds.map((version) => Number(version.split('.').at(-1)));
  await writeRecord(root, name, { last: Math.max(last, ...numbers) });
  for (const version of builds) await rm(join(published, version), { recursive: true, force: true });
}

/**
 * Returns the registry without a remote's development builds: active and previous are restored, unless another version
 * was published meanwhile. Returns the same object when nothing changes.
 * @param before the activation before development began, if known
 */
function withoutDevelopment(registry: Registry, name: string, before: Activation | undefined): Registry {
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
  const available = used.filter((version) => version !== undefined && Object.hasOwn(versions, version));
  const [active, previous] = new Set(available);
  if (active === undefined) return undefined;
  return { ...rest, active, ...(previous === undefined ? {} : { previous }), versions };
}

async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

function activationOf({ active, previous }: Activation): Activation {
  return previous === undefined ? { active } : { active, previous };
}

/** Treats an unreadable record as missing: the registry itself still names the previous version. */
async function readRecord(root: string, name: string): Promise<DevRecord> {
  const text = await readTextIfThere(recordOf(root, name));
  try {
    const { last, before }: DevRecord = JSON.parse(text ?? '');
    return { last: Number.isSafeInteger(last) ? last : 0, ...(isRecord(before) && { before }) };
  } catch {
    return { last: 0 };
  }
}

async function writeRecord(root: string, name: string, record: DevRecord): Promise<void> {
  await mkdir(folderOf(root), { recursive: true });
  await replaceFile(recordOf(root, name), `${JSON.stringify(record)}\n`);
}
