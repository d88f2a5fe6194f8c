import type { Registry } from 'shared-ui/contract';
import { promote, type RegistryChange, revoke, rollBack, share } from '../rollout/release/changes.ts';
import { entryOf } from '../rollout/release/entry.ts';
import type { Action } from '../rollout/release/options.ts';
import { type Author, release } from '../rollout/release/release.ts';
import type { VersionHealth } from '../rollout/release/version-health.ts';
import { activatePublished } from './publisher.ts';

/** An action on versions that are already published. */
type ReleaseAction = Exclude<Action, { kind: 'publish' | 'history' }> | { kind: 'share'; share: number };

/**
 * Performs an action on a remote (or "shell"). Returns a sentence that says what browsers get now. Throws PlainError.
 */
export async function performOn(root: string, name: string, action: ReleaseAction, author: Author): Promise<string> {
  if (action.kind === 'to') {
    const { version, changed, revision } = await activatePublished(root, name, action.version, author);
    return `${name} ${version} ${changed ? `is active now (registry revision ${revision})` : 'was active already'}.`;
  }
  let done: RegistryChange;
  const { registry } = await release(
    root,
    name,
    (before, health) => {
      done = changeBy(action, before, name, health);
      return done;
    },
    author,
  );
  return sentenceFor(action, name, done, registry);
}

function changeBy(
  action: Exclude<ReleaseAction, { kind: 'to' }>,
  before: Registry,
  name: string,
  health: VersionHealth,
): RegistryChange {
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
