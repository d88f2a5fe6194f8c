import { parseRegistry, type Registry } from 'shared-ui/contract';
import { registryOfPage } from '../remotes/registry.ts';
import { replaceRemotes } from '../remotes/remote-cache.ts';
import { showDevelopmentErrors } from './DevOverlay.tsx';
import { forgetThrown, setStates } from './problems.ts';

/** Switches remotes under development to their versions in a registry. Components keep their state where they can. */
export function showBuilds(names: readonly string[], registry: Registry): void {
  for (const name of names) forgetThrown(name);
  replaceRemotes(names, registry);
}

/** Applies a registry: remotes whose version changed are replaced in place. */
function applyRegistry(announced: unknown): void {
  const registry = parseRegistry(announced);
  const before = registryOfPage().remotes;
  const changed = Object.entries(registry.remotes).filter(([name, { active }]) => before[name]?.active !== active);
  showBuilds(
    changed.map(([name]) => name),
    registry,
  );
}

/**
 * Follows the gateway in dev mode: applies every registry it announces and shows the errors of remotes under
 * development over the page.
 */
export function followDevelopment(): void {
  showDevelopmentErrors('/dev/errors');
  const events = new EventSource('/dev/events');
  // After a reconnect, the gateway sends the current errors again.
  events.addEventListener('open', () => setStates({}));
  events.addEventListener('registry', ({ data }) => applyRegistry(JSON.parse(data)));
  events.addEventListener('errors', ({ data }) => setStates(JSON.parse(data)));
}
