import { join } from 'node:path';
import { exists } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { refuseTakenRoutes } from '../../registry/claims.ts';
import { type Act, systemUser } from '../../registry/history.ts';
import { REMOTE_MANIFEST, SHELL_MANIFEST } from '../../registry/manifest.ts';
import { isDevVersion, publishedFolder, remoteIn } from '../../registry/registry.ts';
import { asStore, type StagedVersion, type Store } from '../../registry/store/store.ts';
import { refuseUnsignedScreens } from '../../trust/version-trust.ts';
import { type RegistryChange, takeBack as withoutFailing } from './changes.ts';
import { entryOf, type VersionHealth, versionHealthOf } from './entry.ts';

/** A change of the versions that browsers get, as messages describe it. */
export interface RolloutChange {
  act: Pick<Act, 'what' | 'version' | 'share' | 'active'>;
  /** The version that was active until now; absent for the first publication. */
  before?: string;
  /** The versions that browsers get now. */
  after: { active: string; canary?: string };
}

/**
 * Returns a sentence, without its full stop, that says what browsers get of a remote (or of "shell") now.
 */
function sentenceFor(name: string, { act, before, after }: RolloutChange): string {
  const { what, version, share, active } = act;
  if (what === 'shared') return `${name} ${version} goes to ${share} % of browsers now`;
  if (what === 'revoked') {
    const trial = after.canary === undefined ? '' : `, ${after.canary} on trial`;
    return `${name} ${version} is revoked; ${after.active} is active${trial}`;
  }
  if (active === undefined) {
    return `${name} ${version} is no longer on trial; ${after.active} is active for everyone`;
  }
  return before === undefined || before === active
    ? `${name} ${active} is active now`
    : `${name} ${active} replaces ${before}`;
}

/** What was ordered, as far as the answer needs it. */
interface Ordered {
  kind: string;
  name: string;
  version?: string;
  /** Set if a build came with it. */
  integrity?: string;
}

export function answerTo(
  { kind, name, version, integrity }: Ordered,
  { registry, change }: { registry: Registry; change?: RolloutChange },
): string {
  if (change !== undefined) return `${sentenceFor(name, change)} (registry revision ${registry.revision}).`;
  const stored = integrity === undefined ? '' : 'published and ';
  const { canary } = entryOf(registry, name) ?? {};
  if (kind === 'share') return `${name} ${canary?.version} was ${stored}on trial with ${canary?.share} % already.`;
  return `${name} ${version} was ${kind === 'revoke' ? 'revoked' : `${stored}active`} already.`;
}

export interface Author {
  /** The team whose key signed it; defaults to the system's user. */
  who?: string;
  why?: string;
}

export interface RolloutResult {
  changed: boolean;
  registry: Registry;
  /** What was changed; absent if nothing needed to change. */
  change?: RolloutChange;
}

/**
 * Changes the registry entry of a remote (or of "shell") and records who did it. A kill at any moment leaves the old or
 * the new state.
 * @param bring returns the version to store with it; undefined if it is stored already
 * @throws PlainError when it can't be done
 */
export async function changeRollout(
  at: Store | string,
  name: string,
  change: (before: Registry, health: VersionHealth) => RegistryChange,
  { who = systemUser(), why }: Author = {},
  bring: () => Promise<StagedVersion | undefined> = async () => undefined,
): Promise<RolloutResult> {
  const store = asStore(at);
  let released: RolloutChange | undefined;
  const result = await store.change(async (before) => {
    const done = change(before, await versionHealthOf(store.root, name));
    const version = await bring();
    if (done === undefined) return version && { registry: before, version };
    const { registry, act } = done;
    released = rolloutChange(name, before, done);
    await checkRollout(store.root, { before, after: registry }, name, version ? undefined : act.active);
    const line = { who, name, ...act, ...(why ? { why } : {}), revision: registry.revision };
    return { registry, ...(isDevVersion(act.version) ? {} : { act: line }), ...(version ? { version } : {}) };
  });
  return { ...result, ...(released ? { change: released } : {}) };
}

/** Returns what a change of the registry means for browsers. */
function rolloutChange(name: string, before: Registry, { registry, act }: NonNullable<RegistryChange>): RolloutChange {
  const was = entryOf(before, name)?.active;
  const { active = '', canary } = entryOf(registry, name) ?? {};
  const after = { active, ...(canary ? { canary: canary.version } : {}) };
  return { act, ...(was === undefined ? {} : { before: was }), after };
}

/**
 * @param active the version that is activated again, if any
 * @throws PlainError when browsers would get a path that belongs to another remote by now, a version without a required
 * signature, or one whose files are missing
 */
export async function checkRollout(
  root: string,
  { before, after }: { before: Registry; after: Registry },
  name: string,
  active?: string,
): Promise<void> {
  refuseClaimed(after, name);
  refuseUnsigned(before, after, name);
  if (active !== undefined) await checkFilesExist(root, after, name, active);
}

function refuseClaimed(registry: Registry, name: string): void {
  const entry = remoteIn(registry, name);
  for (const version of [entry?.active, entry?.canary?.version]) {
    if (version !== undefined) refuseTakenRoutes(registry, name, version, entry?.versions[version]?.routes);
  }
}

function refuseUnsigned(before: Registry, after: Registry, name: string): void {
  const [was, is] = [remoteIn(before, name), remoteIn(after, name)];
  const given = [is?.active, is?.canary?.version].filter(
    (version) => version !== was?.active && version !== was?.canary?.version,
  );
  for (const version of given) {
    const published = is?.versions[version ?? ''];
    if (version !== undefined && published) refuseUnsignedScreens(was, name, version, published);
  }
}

async function checkFilesExist(root: string, registry: Registry, name: string, version: string): Promise<void> {
  const manifest = name === 'shell' ? '/' : entryOf(registry, name)?.versions?.[version]?.manifest;
  if (manifest?.startsWith('/') !== true) return;
  const file = join(publishedFolder(root, name, version), name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);
  if (!(await exists(file))) throw new PlainError(`${name} ${version} can't be made active again: ${file} is missing.`);
}

/**
 * Takes a failing version back: ends its trial, or returns to the last healthy version, with a line in the history.
 * Does nothing if it is neither on trial nor active, or if there is no replacement.
 * @param why what was observed, as a sentence for people
 */
export async function takeBack(at: Store | string, name: string, version: string, why: string): Promise<RolloutResult> {
  const author = { who: 'gateway', why };
  return changeRollout(at, name, (before, health) => withoutFailing(before, name, version, health), author);
}
