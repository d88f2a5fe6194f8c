import type { Registry } from 'shared-ui/contract';
import { promote, type RegistryChange, revoke, rollBack, share } from '../rollout/release/changes.ts';
import { entryOf } from '../rollout/release/entry.ts';
import type { Action } from '../rollout/release/options.ts';
import { type Author, release } from '../rollout/release/release.ts';
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
  if (action.kind === 'to') {
    const { version, changed, revision } = await activatePublished(root, name, action.version, author);
    return `${name} ${version} ${changed ? `is active now (registry revision ${revision})` : 'was active already'}.`;
  }
  const { done, registry } = await changeOn(root, name, action, author);
  return sentenceFor(action, name, done, registry);
}

/**
 * Performs an action on a remote (or "shell"). Returns what it changed, and the registry. Throws PlainError.
 * @param check runs under the registry's lock, before the change; may throw to refuse it
 */
export async function changeOn(
  root: string,
  name: string,
  action: EntryAction,
  author: Author,
  check: (before: Registry) => Promise<void> = async () => undefined,
): Promise<{ done: RegistryChange; registry: Registry }> {
  let done: RegistryChange;
  const { registry } = await release(
    root,
    name,
    async (before, health) => {
      await check(before);
      done = changeBy(action, before, name, health);
      return done;
    },
    author,
  );
  return { done, registry };
}

/** Returns what an action would change. Throws PlainError. */
export function changeBy(action: EntryAction, before: Registry, name: string, health: VersionHealth): RegistryChange {
  if (action.kind === 'share') return share(before, name, action.share);
  if (action.kind === 'promote') return promote(before, name, health);
  return action.kind === 'rollback' ? rollBack(before, name, health) : revoke(before, name, action.version, health);
}

function sentenceFor(action: ReleaseAction, name: string, done: RegistryChange, registry: Registry): string {
  const { active, canary } = entryOf(registry, name) ?? {};
  const revision = `(registry revision ${registry.revision})`;
  if (action.kind === 'share') {
    const { version, share: percent } = canary ?? {};
    return done
      ? `${name} ${version} goes to ${percent} % of browsers now ${revision}.`
      : `${name} ${version} was on trial with ${percent} % already.`;
  }
  if (action.kind === 'revoke') {
    const left = `${active} is active${canary ? `, ${canary.version} on trial` : ''}`;
    return done
      ? `${name} ${action.version} is revoked; ${left} ${revision}.`
      : `${name} ${action.version} was revoked already.`;
  }
  if (done?.act.what === 'rolled back' && done.act.active === undefined) {
    return `${name} ${done.act.version} is no longer on trial; ${active} is active for everyone ${revision}.`;
  }
  return `${name} ${active} is active now ${revision}.`;
}
