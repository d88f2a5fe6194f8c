import type { Registry, RegistryEntry } from 'shared-ui/contract';
import type { TestVersion } from '../override/test-version.ts';
import { withTestVersion } from './test-registry.ts';

/** What the gateway knows of a browser. */
export interface Browser {
  /** 0 to 9,999; undefined for what has no cookie, such as a tool that looks at the registry. */
  cohort: number | undefined;
  /** What a signed link has given to this browser alone. */
  test?: TestVersion | undefined;
}

const made = new WeakMap<Registry, Map<string, Registry>>();

/**
 * Returns the registry as one browser gets it: with a canary as the active version for the cohorts that are in its share,
 * the version before as its fallback, and nothing that this browser may not load; with a link's test version in the place of
 * the published ones. The very same object for every browser that gets the same; the registry itself for what has no cookie.
 */
export function registryFor(registry: Registry, { cohort, test }: Browser): Registry {
  const given = cohort === undefined ? registry : cohortVariant(registry, cohort);
  return test === undefined ? given : withTestVersion(given, test);
}

function cohortVariant(registry: Registry, cohort: number): Registry {
  const onTrial = Object.keys(registry.remotes).filter((name) => isInShare(registry.remotes[name], cohort));
  const variants = made.get(registry) ?? new Map<string, Registry>();
  made.set(registry, variants);
  const key = onTrial.join();
  const variant = variants.get(key) ?? variantOf(registry, new Set(onTrial));
  variants.set(key, variant);
  return variant;
}

/** Whether a cohort is in the share of an entry's canary. A larger share has all cohorts of a smaller one. */
function isInShare(entry: RegistryEntry | undefined, cohort: number): boolean {
  return entry?.canary !== undefined && cohort < entry.canary.share * 100;
}

function variantOf(registry: Registry, onTrial: ReadonlySet<string>): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => [name, entryFor(entry, onTrial.has(name))]);
  return { ...registry, remotes: Object.fromEntries(remotes) };
}

function entryFor(entry: RegistryEntry, onTrial: boolean): RegistryEntry {
  const { active, previous, canary, revoked, versions } = entry;
  const [first, fallback] = onTrial && canary ? [canary.version, active] : [active, previous];
  const named = Object.entries(versions).filter(([version]) => version === first || version === fallback);
  return {
    active: first,
    ...(fallback === undefined ? {} : { previous: fallback }),
    // So that phones throw away what they keep of these.
    ...(revoked === undefined ? {} : { revoked }),
    versions: Object.fromEntries(named),
  };
}
