import { number, object, optionalText, record, ShapeError, text, texts } from './check.ts';

/** Where one published version's manifest is, and the hash of its exact bytes. */
export interface PublishedVersion {
  manifest: string;
  integrity: string;
}

/** One remote's row: what runs now, what ran before, and every version that can be named. */
export interface RegistryEntry {
  active: string;
  previous?: string;
  versions: Record<string, PublishedVersion>;
}

/** Which version of every remote a page gets. `origins` are the origins remotes may come from; `self` is the page's own. */
export interface Registry {
  schema: 1;
  revision: number;
  origins: string[];
  /** An operator's way out: phones give up their service worker and what it keeps, and work online only. */
  worker?: 'off';
  shell?: { active: string; previous?: string };
  remotes: Record<string, RegistryEntry>;
}

export const INTEGRITY = /^sha384-[A-Za-z0-9+/]{64}$/;

function publishedVersion(value: unknown, path: string): PublishedVersion {
  const fields = object(value, path);
  const integrity = text(fields, 'integrity', path);
  if (!INTEGRITY.test(integrity)) throw new ShapeError(`${path}.integrity`, 'a sha384 hash');
  return { manifest: text(fields, 'manifest', path), integrity };
}

function entry(value: unknown, path: string): RegistryEntry {
  const fields = object(value, path);
  const active = text(fields, 'active', path);
  const previous = optionalText(fields, 'previous', path);
  const versions = record(fields, 'versions', path, publishedVersion);
  for (const version of previous === undefined ? [active] : [active, previous]) {
    if (!versions[version]) throw new ShapeError(`${path}.versions`, `an entry for ${version}`);
  }
  return previous === undefined ? { active, versions } : { active, previous, versions };
}

/** The registry in a parsed JSON document. Throws ShapeError naming the first field that is wrong. */
export function parseRegistry(value: unknown): Registry {
  const fields = object(value);
  if (number(fields, 'schema') !== 1) throw new ShapeError('schema', '1');
  const registry: Registry = {
    schema: 1,
    revision: number(fields, 'revision'),
    origins: texts(fields, 'origins'),
    remotes: record(fields, 'remotes', '', entry),
  };
  if (fields.shell === undefined) return registry;
  const shell = object(fields.shell, 'shell');
  const previous = optionalText(shell, 'previous', 'shell');
  const active = text(shell, 'active', 'shell');
  return { ...registry, shell: previous === undefined ? { active } : { active, previous } };
}
