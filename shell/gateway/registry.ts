import { parseRegistry as parse, type Registry, type RegistryEntry } from 'shared-ui/contract';
import type { Fault } from 'shared-ui/contract/documents';
import { readDocument } from './fields.ts';
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
    return withAllRoutes(withAllTrust(registry));
  });
}

/** The registry with trust for every version: what no team has vouched for is a guest. */
function withAllTrust(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => {
    const versions = Object.entries(entry.versions).map(
      ([number, { manifest, integrity, trust = 'guest', ...more }]) => {
        return [number, { manifest, integrity, trust, ...more }] as const;
      },
    );
    return [name, { ...entry, versions: Object.fromEntries(versions) }] as const;
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
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
