/** Reads FHIR resources from files: JSON with one resource or Bundle, or NDJSON with one a line. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { sha256 } from '../../security/secrets.ts';
import type { Resource } from '../fhir/datatypes.ts';
import { cutDeep, isTooDeep, refuseDeep } from '../fhir/depth.ts';
import { ExactNumber, parseExact } from '../fhir/exact.ts';
import { ownKey } from '../fhir/references.ts';

/** A file, line or resource that cannot be read. */
export interface Unreadable {
  /** File, and line of an NDJSON file; for one resource among others its key, too. */
  where: string;
  why: 'no JSON' | 'no resource' | 'nested too deeply';
}

const ID = /^[A-Za-z0-9.-]{1,64}$/;
const TYPE = /^[A-Z][A-Za-z]{1,63}$/;
const EXTENSIONS: readonly string[] = ['.json', '.ndjson', '.jsonl'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** Returns the value with each reference to an address of this Bundle replaced by the key of what it names. */
function relink(value: unknown, keys: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => relink(item, keys));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const key = name === 'reference' && typeof item === 'string' ? keys.get(item) : undefined;
    return [name, key ?? relink(item, keys)];
  });
  return Object.fromEntries(entries);
}

/** Returns a resource with an id: its own, or one derived from its address or content. */
function asResource(value: unknown, address?: unknown): Resource | undefined {
  if (!isRecord(value) || typeof value.resourceType !== 'string' || !TYPE.test(value.resourceType)) return undefined;
  const { resourceType, id } = value;
  if (typeof id === 'string' && ID.test(id)) return { ...value, resourceType, id };
  const uuid = typeof address === 'string' && address.startsWith('urn:uuid:') ? address.slice(9) : '';
  return { ...value, resourceType, id: ID.test(uuid) ? uuid : sha256(JSON.stringify(value)).slice(0, 32) };
}

/** Returns the resources of a Bundle, which may hold Bundles; entries without a resource are skipped. */
function* ofBundle({ entry }: Resource): Generator<Resource> {
  const entries = (Array.isArray(entry) ? entry : []).filter(isRecord);
  const found = entries.flatMap(({ resource, fullUrl, search }) => {
    const isOutcome = isRecord(search) && search.mode === 'outcome';
    const known = isOutcome ? undefined : asResource(resource, fullUrl);
    return known ? [{ resource: known, fullUrl }] : [];
  });
  const addresses = found.flatMap(({ resource, fullUrl }) =>
    typeof fullUrl === 'string' ? [[fullUrl, ownKey(resource)] as const] : [],
  );
  const keys = new Map(addresses);
  for (const { resource } of found) yield* flatten(relink(resource, keys) as Resource);
}

function* flatten(resource: Resource): Generator<Resource> {
  if (resource.resourceType === 'Bundle') yield* ofBundle(resource);
  else yield resource;
}

function* parse(text: string, where: string, unreadable: Unreadable[]): Generator<Resource> {
  try {
    const resource = asResource(parseExact(cutDeep(text)));
    if (!resource) unreadable.push({ where, why: 'no resource' });
    for (const found of resource ? flatten(resource) : []) {
      const read = refuseDeep(found);
      if (isTooDeep(read)) unreadable.push({ where: `${where} ${ownKey(read)}`, why: 'nested too deeply' });
      yield read;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    unreadable.push({ where, why: 'no JSON' });
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && EXTENSIONS.includes(extname(entry.name)));
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/**
 * Yields the resources of a file or folder, one file at a time, those of Bundles on their own.
 * @param unreadable gets what is no JSON, no resource, or nested too deeply
 * @throws if the path cannot be read
 */
export function* readResources(path: string, unreadable: Unreadable[]): Generator<Resource> {
  for (const file of filesIn(path)) {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const name = basename(file);
    if (extname(file) === '.json') {
      yield* parse(text, name, unreadable);
      continue;
    }
    for (const [index, line] of text.split('\n').entries())
      if (line.trim() !== '') yield* parse(line, `${name}:${index + 1}`, unreadable);
  }
}
