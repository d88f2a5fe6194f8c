import type { Registry } from 'shared-ui/contract';
import type { TestVersion } from '../test-version.ts';

/** Cache limit per registry state: developers may create a version every minute. */
const MOST_KEPT = 20;

const made = new WeakMap<Registry, Map<string, Registry>>();

/**
 * Returns the registry for a browser with a test version. The version is active without a fallback, so that the page
 * never shows a different one than it names. Returns the same object for every request.
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

function variantOf(registry: Registry, { override: { name }, version, published, fileSource }: TestVersion): Registry {
  const origins = [
    ...registry.origins,
    ...(fileSource === 'from the browser' ? [new URL(published.manifest).origin] : []),
  ];
  const entry = { active: version, versions: { [version]: published } };
  return { ...registry, origins, remotes: { ...registry.remotes, [name]: entry } };
}
