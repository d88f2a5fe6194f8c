import { parseRegistry } from 'shared-ui/contract';
import { registryOfPage, replaceRegistryEntry } from './registry.ts';
import { forget, onReplaced } from './remote-cache.ts';

/**
 * A team at work (dev mode only): every registry that the gateway announces is taken at once, and remotes whose
 * version changed are loaded again in place. Route, session and store stay as they are.
 */
export function followRegistry(): void {
  new EventSource('/dev/events').addEventListener('registry', ({ data }) => {
    const registry = parseRegistry(JSON.parse(data));
    for (const [name, { active }] of Object.entries(registry.remotes)) {
      if (registryOfPage().remotes[name]?.active === active) continue;
      replaceRegistryEntry(name, registry);
      forget(name);
    }
    onReplaced.dispatchEvent(new Event('replaced'));
  });
}
