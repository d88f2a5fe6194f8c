import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, integrityOf } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { publishedFolder, readRegistry, remoteIn } from '../registry/registry.ts';
import { asStore, type Store } from '../registry/store/store.ts';
import { entryOf } from '../rollout/versions/entry.ts';
import type { Author, RolloutChange, RolloutResult } from '../rollout/versions/rollout.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { type Build, type Expected, manifestOf, readRemote, readShell, signatureBy } from './build.ts';
import { carryOut, type Order } from './order.ts';
import type { Source } from './staging.ts';

export interface PublishOutcome {
  name: string;
  version: string;
  /** Whether the active version changed; false when this one was already active. */
  changed: boolean;
  revision: number;
  /** What was changed; absent if nothing was. */
  change?: RolloutChange;
}

/** How a version is published: by whom and why, and to which share of browsers in percent (everyone if absent). */
export interface PublishOptions extends Author {
  share?: number;
  /** Key of the team that signs it; without one it is sandboxed, unless a team has signed the same content before. */
  key?: SigningKey | undefined;
}

const outcomeOf = (name: string, version: string, { registry, ...released }: RolloutResult): PublishOutcome => ({
  name,
  version,
  revision: registry.revision,
  ...released,
});

export const orderFor = ({ name, version, integrity, signature, receipt }: Build, share?: number): Order => ({
  ...{ kind: share === undefined ? 'publish' : 'share', name, version, integrity },
  ...(share === undefined ? {} : { share }),
  ...(signature === undefined ? {} : { signature }),
  ...(receipt === undefined ? {} : { receipt }),
});

async function publishBuild(at: Store | string, build: Build, { share, key, who = key?.team, why }: PublishOptions) {
  const order = { ...orderFor(build, share), ...(why === undefined ? {} : { why }) };
  const by = { source: build, isUnchecked: true, ...(who === undefined ? {} : { who }) };
  return outcomeOf(build.name, build.version, await carryOut(at, order, by));
}

/**
 * Publishes a built remote of the product, which the gate does not check, and makes it active.
 * @param at the store, or the deploy root
 * @param dir the built folder, with its declaration in remote.json
 */
export const publishBuilt = async (
  at: Store | string,
  dir: string,
  expected: Expected = {},
  options: PublishOptions = {},
): Promise<PublishOutcome> => publishBuild(at, await readRemote(dir, expected, options.key), options);

export const publishShell = async (
  at: Store | string,
  dir: string,
  expected: Expected = {},
  options: PublishOptions = {},
): Promise<PublishOutcome> => publishBuild(at, await readShell(dir, expected), options);

/**
 * Activates a version that is stored already, whether the registry lists it or not.
 * @param options.key key of the team that signs it, if none has yet
 */
export async function activatePublished(
  at: Store | string,
  name: string,
  version: string,
  { key, who, why }: Author & Pick<PublishOptions, 'key'> = {},
): Promise<PublishOutcome> {
  const store = asStore(at);
  await store.refresh();
  const asked: Order = { kind: 'to', name, version, ...(why === undefined ? {} : { why }) };
  const { order, source } = await withStored(store.root, asked, key);
  const by = { source, isUnchecked: true, ...(who === undefined ? {} : { who }) };
  return outcomeOf(name, version, await carryOut(store, order, by));
}

/**
 * Returns an order to activate a version, with hash and signature if it is stored but the registry doesn't list it, or
 * if only this key signs it.
 * @throws PlainError if it is not stored
 */
export async function withStored(
  root: string,
  order: Order,
  key?: SigningKey,
): Promise<{ order: Order; source?: Source }> {
  const { name, version = '' } = order;
  const registry = await readRegistry(root);
  const known = remoteIn(registry, name)?.versions[version];
  const isListed = known && (key === undefined || known.trust === 'trusted' || !known.manifest.startsWith('/'));
  // The change itself refuses a revoked version.
  if (isListed || entryOf(registry, name)?.revoked?.includes(version) === true) return { order };
  const folder = publishedFolder(root, name, version);
  const file = join(folder, manifestOf(name));
  if (!(await exists(file))) throw new PlainError(`${name} ${version} can't be made active: ${file} is missing.`);
  if (name === 'shell') return { order };
  const integrity = integrityOf(await readFile(file));
  const signature = key && { signature: signatureBy(key, name, version, integrity) };
  return { order: { ...order, integrity, ...signature }, source: { folder } };
}

/** Ends the trial of a remote's version; without one, activates the last healthy version again (also of "shell"). */
export async function rollBack(at: Store | string, name: string, { who, why }: Author = {}): Promise<PublishOutcome> {
  const order: Order = { kind: 'rollback', name, ...(why === undefined ? {} : { why }) };
  const released = await carryOut(at, order, who === undefined ? {} : { who });
  return outcomeOf(name, activeVersion(released.registry, name) ?? '', released);
}

/** Returns the version of a remote or of "shell" that new pages get. */
export function activeVersion(registry: Registry, name: string): string | undefined {
  return (name === 'shell' ? registry.shell : remoteIn(registry, name))?.active;
}
