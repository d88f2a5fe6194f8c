import { parseRegistry } from 'shared-ui/contract';
import { forgetThrown, setStates } from '../development/problems.ts';
import { showDevelopmentErrors } from '../development/show.tsx';
import { registryOfPage, replaceRegistryEntry } from './registry.ts';
import { forget, onReplaced } from './remote-cache.ts';

/** Takes a registry at once: remotes whose version changed are loaded again in place. */
function take(announced: unknown): void {
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
 * A team at work (dev mode only): every registry that the gateway announces is taken, and what is wrong with the remotes under
 * development is shown over the page. Route, session and store stay as they are.
 */
export function followDevelopment(): void {
  showDevelopmentErrors('/dev/errors');
  const events = new EventSource('/dev/events');
  // After a connection that broke off, what was wrong before it is told anew or is mended.
  events.addEventListener('open', () => setStates({}));
  events.addEventListener('registry', ({ data }) => take(JSON.parse(data)));
  events.addEventListener('errors', ({ data }) => setStates(JSON.parse(data)));
}
