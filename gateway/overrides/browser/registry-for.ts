import type { Registry, RegistryEntry } from 'shared-ui/contract';
import type { TestVersion } from '../test-version.ts';

/** What the gateway knows about a browser. */
export interface Browser {
  /** 0 to 9,999; undefined without a cookie, e.g. for tools that read the registry. */
  cohort: number | undefined;
  /** Test version that a signed link gave to this browser only. */
  test?: TestVersion | undefined;
}

/** Registry -> remotes whose canary a browser gets -> the registry for it. */
const canaryVariants = new WeakMap<Registry, Map<string, Registry>>();

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
  const variants = canaryVariants.get(registry) ?? new Map<string, Registry>();
  canaryVariants.set(registry, variants);
  const key = onTrial.join();
  const variant = variants.get(key) ?? withCanaries(registry, new Set(onTrial));
  variants.set(key, variant);
  return variant;
}

/** Returns whether a cohort is in the share of an entry's canary. Larger shares include all cohorts of smaller ones. */
function isInShare(entry: RegistryEntry | undefined, cohort: number): boolean {
  return entry?.canary !== undefined && cohort < entry.canary.share * 100;
}

function withCanaries(registry: Registry, onTrial: ReadonlySet<string>): Registry {
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

/** Cache limit per registry state: developers may create a version every minute. */
const MAX_VARIANTS = 20;

/** Registry -> contents of a link -> the registry for a browser with its test version. */
const testVariants = new WeakMap<Registry, Map<string, Registry>>();

/**
 * Returns the registry for a browser with a test version. The version is active without a fallback, so that the page
 * never shows a different one than it names. Returns the same object for every request.
 */
function withTestVersion(registry: Registry, test: TestVersion): Registry {
  const variants = testVariants.get(registry) ?? new Map<string, Registry>();
  testVariants.set(registry, variants);
  const key = JSON.stringify(test.override);
  const variant = variants.get(key) ?? makeTestVariant(registry, test);
  variants.set(key, variant);
  const [oldest] = variants.keys();
  if (variants.size > MAX_VARIANTS && oldest !== undefined) variants.delete(oldest);
  return variant;
}

function makeTestVariant(
  registry: Registry,
  { override: { name }, version, published, fileSource }: TestVersion,
): Registry {
  const origins = [
    ...registry.origins,
    ...(fileSource === 'from the browser' ? [new URL(published.manifest).origin] : []),
  ];
  const entry = { active: version, versions: { [version]: published } };
  return { ...registry, origins, remotes: { ...registry.remotes, [name]: entry } };
}
