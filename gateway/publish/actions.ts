import type { Registry } from 'shared-ui/contract';
import { readRegistry } from '../registry/registry.ts';
import { promote, type RegistryChange, revoke, rollBack, share } from '../rollout/release/changes.ts';
import { entryOf } from '../rollout/release/entry.ts';
import type { Action } from '../rollout/release/options.ts';
import { type Author, release } from '../rollout/release/release.ts';
import { sentenceFor } from '../rollout/release/sentences.ts';
import type { VersionHealth } from '../rollout/release/version-health.ts';
import { activatePublished } from './publisher.ts';

/** An action on versions that are already published. */
type ReleaseAction = Exclude<Action, { kind: 'publish' | 'history' }> | { kind: 'share'; share: number };

/**
 * Performs an action on a remote (or "shell"). Returns a sentence that says what browsers get now. Throws PlainError.
 */
export async function performOn(root: string, name: string, action: ReleaseAction, author: Author): Promise<string> {
  const { change, revision } =
    action.kind === 'to'
      ? await activatePublished(root, name, action.version, author)
      : await releaseBy(root, name, action, author);
  if (change !== undefined) return `${sentenceFor(name, change)} (registry revision ${revision}).`;
  return unchangedSentence(name, action, await readRegistry(root));
}

type RegistryAction = Exclude<ReleaseAction, { kind: 'to' }>;

async function releaseBy(root: string, name: string, action: RegistryAction, author: Author) {
  const change = (before: Registry, health: VersionHealth) => changeBy(action, before, name, health);
  const { registry, ...released } = await release(root, name, change, author);
  return { ...released, revision: registry.revision };
}

function changeBy(action: RegistryAction, before: Registry, name: string, health: VersionHealth): RegistryChange {
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
