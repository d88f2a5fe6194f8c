import { parseRegistry } from 'shared-ui/contract';
import { registryOfPage, replaceRegistryEntry } from '../remotes/registry.ts';
import { forget, onReplaced } from '../remotes/remote-cache.ts';
import { showDevelopmentErrors } from './DevOverlay.tsx';
import { forgetThrown, setStates } from './problems.ts';

/** Applies a registry: remotes whose version changed are reloaded in place. */
function applyRegistry(announced: unknown): void {
  const registry = parseRegistry(announced);
  for (const [name, { active }] of Object.entries(registry.remotes)) {
    if (registryOfPage().remotes[name]?.active === active) continue;
    replaceRegistryEntry(name, registry);
    forget(name);
    forgetThrown(name);
  }
  onReplaced.dispatchEvent(new Event('replaced'));
}

/**
 * Follows the gateway in dev mode: applies every registry it announces and shows the errors of remotes under
 * development over the page. Route, session and store are kept.
 */
export function followDevelopment(): void {
  showDevelopmentErrors('/dev/errors');
  const events = new EventSource('/dev/events');
  // After a reconnect, the gateway sends the current errors again.
  events.addEventListener('open', () => setStates({}));
  events.addEventListener('registry', ({ data }) => applyRegistry(JSON.parse(data)));
  events.addEventListener('errors', ({ data }) => setStates(JSON.parse(data)));
}
