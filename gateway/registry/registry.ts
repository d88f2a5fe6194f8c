import { join } from 'node:path';
import { exists, readTextIfThere, replaceFile } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import { withLock } from 'server-kit/lock';
import { PlainError } from 'server-kit/plain-error';
import { type PublishedVersion, parseRegistry as parse, type Registry, type RegistryEntry } from 'shared-ui/contract';
import type { Fault } from 'shared-ui/contract/documents';
import { withRoutes } from './described-version.ts';

const DEV_VERSION = /-dev\.\d+$/;

/** Returns whether a version is a temporary one that the dev command published. */
export function isDevVersion(version: string): boolean {
  return DEV_VERSION.test(version);
}

/** Returns a registry without published versions. */
export function emptyRegistry(): Registry {
  return { schema: 2, revision: 0, origins: ['self'], remotes: {} };
}

/** Returns the registry with every version changed. */
export function mapVersions(
  registry: Registry,
  change: (published: PublishedVersion, name: string, version: string) => PublishedVersion,
): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, entry]) => {
    const versions = Object.entries(entry.versions).map(
      ([version, published]) => [version, change(published, name, version)] as const,
    );
    return [name, { ...entry, versions: Object.fromEntries(versions) }] as const;
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}

/** Returns a registry as schema 1 writes it, for pages of a shell that reads no other. */
export function asSchema1(registry: Registry): object {
  const named = (published: PublishedVersion): object => ({
    ...published,
    trust: published.trust === 'trusted' ? 'house' : 'guest',
  });
  return { ...mapVersions(registry, (published) => named(published) as PublishedVersion), schema: 1 };
}

/** Returns a remote's own entry; undefined for inherited property names such as "constructor". */
export function remoteIn(registry: Registry, name: string): RegistryEntry | undefined {
  return Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
}

/**
 * Formats a registry for its file: short fields first, in an order that doesn't depend on when versions were published.
 */
export function formatRegistry({ remotes, ...rest }: Registry): string {
  const ordered = Object.entries(remotes).map(([name, { active, previous, versions, ...more }]) => {
    return [name, { active, previous, ...more, versions }] as const;
  });
  return `${JSON.stringify({ ...rest, remotes: Object.fromEntries(ordered) }, null, 2)}\n`;
}

/** Parses a registry. @throws PlainError that names the file and every faulty field */
export function parseRegistry(text: string, file: string): Registry {
  return readDocument(text, file, (value, fault) => {
    const registry = parse(value, fault);
    checkOrigins(registry, fault);
    checkManifests(registry, fault);
    // A version that states no trust level is sandboxed; one from before remotes declared their routes has those of then.
    return mapVersions(registry, ({ manifest, integrity, trust = 'sandboxed', ...more }, name) =>
      withRoutes(name, { manifest, integrity, trust, ...more }),
    );
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

/**
 * Checks every manifest's origin. Pages check it themselves per remote, with a separate error code, so that they can
 * still load the others.
 */
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

export function registryFile(root: string): string {
  return join(root, 'registry.json');
}

/** Returns the registry on disk; an empty one if nothing was ever published. @throws PlainError when it is broken */
export async function readRegistry(root: string): Promise<Registry> {
  const file = registryFile(root);
  const text = await readTextIfThere(file);
  return text === undefined ? emptyRegistry() : parseRegistry(text, file);
}

/**
 * The default folder may be new.
 * @throws PlainError when `DEPLOY_ROOT` names a folder without a registry: no gateway serves what would be published
 * there
 */
export async function requireRegistry(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!env.DEPLOY_ROOT || (await exists(registryFile(root)))) return;
  throw new PlainError(
    `${root}, which DEPLOY_ROOT names, has no registry.json, so it is not a gateway's folder: correct DEPLOY_ROOT, or publish to the running gateway with --gateway https://… (npm run build in the product's repository fills a new folder).`,
  );
}

type Change = (before: Registry) => Registry | Promise<Registry>;

/** Reads, changes and replaces the registry under a lock. Never overwrites a broken registry. */
export async function changeRegistry(root: string, change: Change): Promise<{ changed: boolean; registry: Registry }> {
  return withLock(join(root, '.lock'), async () => {
    const before = await readRegistry(root);
    const registry = await change(before);
    const changed = registry !== before;
    if (changed) await replaceFile(registryFile(root), formatRegistry(registry));
    return { changed, registry };
  });
}

/** Returns the folder in which a version of a remote or of "shell" is published. */
export function publishedFolder(root: string, name: string, version: string): string {
  return name === 'shell' ? join(root, 'shell', version) : join(root, 'remotes', name, version);
}
