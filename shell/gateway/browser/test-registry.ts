import type { Registry } from 'shared-ui/contract';
import type { TestVersion } from '../override/test-version.ts';

/** Developers make a version a minute: of each state of the registry only the newest are kept. */
const MOST_KEPT = 20;

const made = new WeakMap<Registry, Map<string, Registry>>();

/**
 * Returns the registry of a browser that has a test version: active, with nothing to fall back to, so that what the page
 * shows is what it says that it shows. The very same object at every request.
 */
export function withTestVersion(registry: Registry, test: TestVersion): Registry {
  const variants = made.get(registry) ?? new Map<string, Registry>();
  made.set(registry, variants);
  const key = JSON.stringify(test.override);
  const variant = variants.get(key) ?? variantOf(registry, test);
  variants.set(key, variant);
  const [oldest] = variants.keys();
  if (variants.size > MOST_KEPT && oldest !== undefined) variants.delete(oldest);
  return variant;
}

function variantOf(registry: Registry, { override: { name }, version, published, way }: TestVersion): Registry {
  const origins = [...registry.origins, ...(way === 'from the browser' ? [new URL(published.manifest).origin] : [])];
  const entry = { active: version, versions: { [version]: published } };
  return { ...registry, origins, remotes: { ...registry.remotes, [name]: entry } };
}
