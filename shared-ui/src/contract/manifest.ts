import { number, object, record, ShapeError, text, textAt, texts } from './check.ts';
import { INTEGRITY } from './registry.ts';

/** `remote.json`: what one published version of a remote is made of and what it needs. */
export interface RemoteManifest {
  name: string;
  version: string;
  /** The contract its expose keeps, e.g. `survey@1`. */
  contract: string;
  /** Global name under which the entry leaves its federation container. */
  container: string;
  /** Entry file, relative to remote.json. */
  entry: string;
  /** What the container exposes, e.g. `./survey`. */
  expose: string;
  /** Shared packages it takes from the host: name -> semver range. */
  shared: Record<string, string>;
  /** Every published file: path relative to remote.json -> sha384. */
  files: Record<string, string>;
  /** Files that the expose needs first; worth fetching before they are asked for. */
  preload: string[];
  /** Shared packages that the expose needs at once; the host fetches its on-demand ones side by side with the entry. */
  needs: string[];
  locales: string[];
  bytes: number;
  /** Raw bytes of the files: phones fetch large ones when they are needed. Absent where a remote was published without. */
  sizes?: Record<string, number>;
}

function size(value: unknown, path: string): number {
  if (typeof value !== 'number') throw new ShapeError(path, 'a number');
  return value;
}

function hash(value: unknown, path: string): string {
  const found = textAt(value, path);
  if (!INTEGRITY.test(found)) throw new ShapeError(path, 'a sha384 hash');
  return found;
}

/** The manifest in a parsed JSON document. Throws ShapeError naming the first field that is wrong. */
export function parseRemoteManifest(value: unknown): RemoteManifest {
  const fields = object(value);
  const manifest: RemoteManifest = {
    name: text(fields, 'name'),
    version: text(fields, 'version'),
    contract: text(fields, 'contract'),
    container: text(fields, 'container'),
    entry: text(fields, 'entry'),
    expose: text(fields, 'expose'),
    shared: record(fields, 'shared', '', textAt),
    files: record(fields, 'files', '', hash),
    preload: fields.preload === undefined ? [] : texts(fields, 'preload'),
    needs: fields.needs === undefined ? [] : texts(fields, 'needs'),
    locales: texts(fields, 'locales'),
    bytes: number(fields, 'bytes'),
    ...(fields.sizes === undefined ? {} : { sizes: record(fields, 'sizes', '', size) }),
  };
  if (!manifest.files[manifest.entry]) throw new ShapeError(`files.${manifest.entry}`, 'the hash of the entry');
  return manifest;
}
