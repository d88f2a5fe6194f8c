import {
  type Activation,
  type PublishedVersion,
  parseRegistry as parse,
  type Registry,
  type RegistryEntry,
} from 'shared-ui/contract';
import type { Fault } from 'shared-ui/contract/documents';
import { readDocument } from './fields.ts';
import { PlainError } from './plain-error.ts';
import { withAllRoutes } from './undeclared-routes.ts';

const DEV_VERSION = /-dev\.\d+$/;

/** Whether this is a throw-away version that the dev command published. */
export function isDevVersion(version: string): boolean {
  return DEV_VERSION.test(version);
}

/** A registry in which nothing is published yet. */
export function emptyRegistry(): Registry {
  return { schema: 1, revision: 0, origins: ['self'], remotes: {} };
}

/** A remote's own entry; undefined for names that only look like one, such as "constructor". */
export function remoteIn(registry: Registry, name: string): RegistryEntry | undefined {
  return Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
}

/** The registry as the file holds it: what is short comes first, in an order that does not depend on what was published when. */
export function formatRegistry({ remotes, ...rest }: Registry): string {
  const ordered = Object.entries(remotes).map(([name, { active, previous, versions, ...more }]) => {
    return [name, { active, previous, ...more, versions }] as const;
  });
  return `${JSON.stringify({ ...rest, remotes: Object.fromEntries(ordered) }, null, 2)}\n`;
}

/** Reads and checks a registry. Throws one sentence that names the file and every faulty field. */
export function parseRegistry(text: string, file: string): Registry {
  return readDocument(text, file, (value, fault) => {
    const registry = parse(value, fault);
    checkOrigins(registry, fault);
    checkManifests(registry, fault);
    return withAllRoutes(registry);
  });
}

function checkOrigins({ origins }: Registry, fault: Fault): void {
  origins.forEach((origin, index) => {
    if (origin === 'self' || origin === '') return;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    const web = url?.protocol === 'https:' || url?.protocol === 'http:';
    if (!web || url?.origin !== origin) {
      fault(`origins[${index}]`, 'must be "self" or an origin like "https://remotes.example.org"');
    }
  });
}

/** Pages check the origin of each remote when they load it, by a code of its own: one that is wrong leaves them the others. */
function checkManifests({ origins, remotes }: Registry, fault: Fault): void {
  for (const [name, { versions }] of Object.entries(remotes)) {
    for (const [version, { manifest }] of Object.entries(versions)) {
      if (manifest === '' || isAllowedManifest(manifest, origins)) continue;
      const field = `remotes.${name}.versions.${version}.manifest`;
      fault(field, 'must be a path like "/remotes/..." or a URL whose origin is listed in "origins"');
    }
  }
}

function isAllowedManifest(manifest: string, origins: string[]): boolean {
  if (manifest.startsWith('/')) return !manifest.startsWith('//') && origins.includes('self');
  return URL.canParse(manifest) && origins.includes(new URL(manifest).origin);
}

/** The registry with this version of a remote active; the same object when it is so already. */
export function publish(registry: Registry, name: string, version: string, published: PublishedVersion): Registry {
  const before = remoteIn(registry, name);
  const known = before !== undefined && Object.hasOwn(before.versions, version) ? before.versions[version] : undefined;
  const same = known?.manifest === published.manifest && known.integrity === published.integrity;
  if (before?.active === version && same) return registry;
  const activation = activate(before, version);
  const versions = keepVersions({ ...before?.versions, [version]: published }, activation);
  return next(registry, { remotes: { ...registry.remotes, [name]: { ...activation, versions } } });
}

/** The registry with this version of the shell active; the same object when it is so already. */
export function publishShell(registry: Registry, version: string): Registry {
  if (registry.shell?.active === version) return registry;
  return next(registry, { shell: activate(registry.shell, version) });
}

/** The registry with active and previous of a remote (or of "shell") exchanged. Throws when there is no previous. */
export function rollback(registry: Registry, name: string): Registry {
  const entry = name === 'shell' ? registry.shell : remoteIn(registry, name);
  if (entry === undefined) throw new PlainError(`There is nothing to roll back to: ${name} has never been published.`);
  if (entry.previous === undefined) {
    throw new PlainError(`There is nothing to roll back to: ${name} has had only one version, ${entry.active}.`);
  }
  const swapped = isDevVersion(entry.active)
    ? { active: entry.previous }
    : { active: entry.previous, previous: entry.active };
  const remote = remoteIn(registry, name);
  if (name === 'shell' || remote === undefined) return next(registry, { shell: swapped });
  const { active: _active, previous: _previous, ...rest } = remote;
  return next(registry, { remotes: { ...registry.remotes, [name]: { ...swapped, ...rest } } });
}

/** A development build is thrown away, so that it never becomes the version to go back to. */
function activate(before: Activation | undefined, version: string): Activation {
  if (before === undefined) return { active: version };
  const keepsPrevious = before.active === version || isDevVersion(before.active);
  const previous = keepsPrevious ? before.previous : before.active;
  return previous === undefined || previous === version ? { active: version } : { active: version, previous };
}

/** Dev versions are throw-away: only those in use stay listed, so that the registry does not grow while a team works. */
function keepVersions(versions: Record<string, PublishedVersion>, used: Activation): Record<string, PublishedVersion> {
  const kept = Object.entries(versions).filter(
    ([version]) => !isDevVersion(version) || version === used.active || version === used.previous,
  );
  return Object.fromEntries(kept);
}

function next(registry: Registry, change: Partial<Registry>): Registry {
  return { ...registry, ...change, revision: registry.revision + 1 };
}
