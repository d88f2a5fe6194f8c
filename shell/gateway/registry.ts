import type { PublishedVersion, Registry, RegistryEntry } from 'shared-ui/contract';
import { Fields, isRecord, parseJson, type TextRule } from './fields.ts';
import { PlainError } from './plain-error.ts';

/** The remotes that the shell knows how to place; each lives in the folder `<name>-mfe`. */
export const REMOTE_NAMES = ['onboarding', 'timeline', 'records', 'surveys'] as const;

/** The version that new pages get, and the one they fall back to. */
export type Activation = NonNullable<Registry['shell']>;

export const NAME_RULE: TextRule = { pattern: /^[a-z][a-z0-9-]{0,63}$/, says: 'a name in small letters' };
export const VERSION_RULE: TextRule = {
  pattern: /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/,
  says: 'a version like 1.2.3',
};
export const INTEGRITY_RULE: TextRule = {
  pattern: /^sha384-[A-Za-z0-9+/]{64}$/,
  says: 'a hash like "sha384-..."',
};
const DEV_VERSION = /-dev\.\d+$/;

/** True for the throw-away versions that the dev command publishes. */
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

/** The registry as the file holds it. */
export function formatRegistry(registry: Registry): string {
  return `${JSON.stringify(registry, null, 2)}\n`;
}

/** Reads and checks a registry. Throws one sentence that names the file and every faulty field. */
export function parseRegistry(text: string, file: string): Registry {
  const fields = new Fields(file);
  const data = parseJson(text, file);
  if (!isRecord(data)) throw new PlainError(`${file} must hold a JSON object`);
  if (data.schema !== 1) fields.fault('schema', data.schema === undefined ? 'is missing' : 'must be 1');
  const revision = fields.count(data.revision, 'revision');
  const origins = readOrigins(fields, data.origins);
  const remotes = Object.entries(fields.object(data.remotes, 'remotes')).map(([name, value]) => {
    if (!NAME_RULE.pattern.test(name)) fields.fault(`remotes.${name}`, `must have ${NAME_RULE.says}`);
    return [name, readRemote(fields, value, `remotes.${name}`, origins)] as const;
  });
  const shell = data.shell === undefined ? {} : { shell: readActivation(fields, data.shell, 'shell') };
  if (data.worker !== undefined && data.worker !== 'off') fields.fault('worker', 'must be "off" or absent');
  const worker = data.worker === 'off' ? { worker: 'off' as const } : {};
  fields.done();
  return { schema: 1, revision, origins, ...worker, ...shell, remotes: Object.fromEntries(remotes) };
}

function readOrigins(fields: Fields, value: unknown): string[] {
  const origins = fields.texts(value, 'origins');
  origins.forEach((origin, index) => {
    if (origin === 'self' || origin === '') return;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    const web = url?.protocol === 'https:' || url?.protocol === 'http:';
    if (!web || url?.origin !== origin) {
      fields.fault(`origins[${index}]`, 'must be "self" or an origin like "https://remotes.example.org"');
    }
  });
  return origins;
}

function readActivation(fields: Fields, value: unknown, field: string): Activation {
  const entry = fields.object(value, field);
  const active = fields.text(entry.active, `${field}.active`, VERSION_RULE);
  const previous = fields.optionalText(entry.previous, `${field}.previous`, VERSION_RULE);
  return previous === undefined ? { active } : { active, previous };
}

function readRemote(fields: Fields, value: unknown, field: string, origins: string[]): RegistryEntry {
  const entry = fields.object(value, field);
  const activation = readActivation(fields, entry, field);
  const versions: Record<string, PublishedVersion> = {};
  for (const [version, item] of Object.entries(fields.object(entry.versions, `${field}.versions`))) {
    if (VERSION_RULE.pattern.test(version)) {
      versions[version] = readVersion(fields, item, `${field}.versions.${version}`, origins);
    } else {
      fields.fault(`${field}.versions.${version}`, `must be named by ${VERSION_RULE.says}`);
    }
  }
  for (const which of ['active', 'previous'] as const) {
    const version = activation[which];
    if (version && !Object.hasOwn(versions, version)) {
      fields.fault(`${field}.${which}`, 'must be one of its versions');
    }
  }
  return { ...activation, versions };
}

function readVersion(fields: Fields, value: unknown, field: string, origins: string[]): PublishedVersion {
  const entry = fields.object(value, field);
  const manifest = fields.text(entry.manifest, `${field}.manifest`);
  const integrity = fields.text(entry.integrity, `${field}.integrity`, INTEGRITY_RULE);
  if (manifest !== '' && !isAllowedManifest(manifest, origins)) {
    fields.fault(
      `${field}.manifest`,
      'must be a path like "/remotes/..." or a URL whose origin is listed in "origins"',
    );
  }
  return { manifest, integrity };
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
  const swapped = { active: entry.previous, previous: entry.active };
  const remote = remoteIn(registry, name);
  if (name === 'shell' || remote === undefined) return next(registry, { shell: swapped });
  return next(registry, { remotes: { ...registry.remotes, [name]: { ...remote, ...swapped } } });
}

function activate(before: Activation | undefined, version: string): Activation {
  if (before === undefined) return { active: version };
  const previous = before.active === version ? before.previous : before.active;
  return previous === undefined ? { active: version } : { active: version, previous };
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
