import type { Registry } from 'shared-ui/contract';
import { readRegistry } from '../registry/registry.ts';
import { promote, type RegistryChange, revoke, rollBack, share } from '../rollout/release/changes.ts';
import { entryOf } from '../rollout/release/entry.ts';
import type { Action } from '../rollout/release/options.ts';
import { type Author, release } from '../rollout/release/release.ts';
import { type ReleasedChange, sentenceFor } from '../rollout/release/sentences.ts';
import type { VersionHealth } from '../rollout/release/version-health.ts';
import { activatePublished } from './publisher.ts';

/** An action on versions that are already published. */
type ReleaseAction = Exclude<Action, { kind: 'publish' | 'history' }> | { kind: 'share'; share: number };

/** An action that names no version, or removes one. */
export type EntryAction = Exclude<ReleaseAction, { kind: 'to' }>;

/**
 * Performs an action on a remote (or "shell"). Returns a sentence that says what browsers get now. Throws PlainError.
 */
export async function performOn(root: string, name: string, action: ReleaseAction, author: Author): Promise<string> {
  const { change, revision } =
    action.kind === 'to'
      ? await activatePublished(root, name, action.version, author)
      : await changeOn(root, name, action, author);
  if (change !== undefined) return `${sentenceFor(name, change)} (registry revision ${revision}).`;
  return unchangedSentence(name, action, await readRegistry(root));
}

/**
 * Performs an action on a remote (or "shell"). Returns what it changed, and the registry's revision. Throws PlainError.
 * @param check runs under the registry's lock, before the change; may throw to refuse it
 */
export async function changeOn(
  root: string,
  name: string,
  action: EntryAction,
  author: Author,
  check: (before: Registry) => Promise<void> = async () => undefined,
): Promise<{ change?: ReleasedChange; revision: number }> {
  const perform = async (before: Registry, health: VersionHealth) => {
    await check(before);
    return changeBy(action, before, name, health);
  };
  const { registry, change } = await release(root, name, perform, author);
  return { ...(change ? { change } : {}), revision: registry.revision };
}

/** Returns what an action would change. Throws PlainError. */
export function changeBy(action: EntryAction, before: Registry, name: string, health: VersionHealth): RegistryChange {
  if (action.kind === 'share') return share(before, name, action.share);
  if (action.kind === 'promote') return promote(before, name, health);
  return action.kind === 'rollback' ? rollBack(before, name, health) : revoke(before, name, action.version, health);
}

/** Returns the sentence for an action that changed nothing; promotions and rollbacks always change something. */
function unchangedSentence(name: string, action: ReleaseAction, registry: Registry): string {
  const { canary } = entryOf(registry, name) ?? {};
  if (action.kind === 'share') return `${name} ${canary?.version} was on trial with ${canary?.share} % already.`;
  const version = 'version' in action ? action.version : '';
  return `${name} ${version} was ${action.kind === 'revoke' ? 'revoked' : 'active'} already.`;
}
