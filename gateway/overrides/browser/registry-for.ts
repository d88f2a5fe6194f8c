import type { Registry, RegistryEntry } from 'shared-ui/contract';
import type { TestVersion } from '../test-version.ts';
import { withTestVersion } from './test-registry.ts';

/** What the gateway knows about a browser. */
export interface Browser {
  /** 0 to 9,999; undefined without a cookie, e.g. for tools that read the registry. */
  cohort: number | undefined;
  /** Test version that a signed link gave to this browser only. */
  test?: TestVersion | undefined;
}

const made = new WeakMap<Registry, Map<string, Registry>>();

/**
 * Returns the registry for one browser. Cohorts in a canary's share get the canary as the active version and the
 * current one as its fallback. Versions that the browser may not load are omitted, and a link's test version replaces
 * the published ones. Browsers with the same versions share one object; without a cookie this is the registry itself.
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

/** Returns whether a cohort is in the share of an entry's canary. Larger shares include all cohorts of smaller ones. */
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
    // Tells phones to delete cached files of these versions.
    ...(revoked === undefined ? {} : { revoked }),
    versions: Object.fromEntries(named),
  };
}
