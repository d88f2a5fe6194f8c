/** The resources of the FHIR server with all their versions, in memory and, if wanted, in a file. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseFhirJson } from 'mock-api/records/fhir/json';

export interface Resource {
  resourceType: string;
  id: string;
  [field: string]: unknown;
}

/** One version of a resource. */
export interface Version {
  /** Type and id: `Observation/x`. */
  key: string;
  versionId: string;
  /** ISO 8601, in UTC; later than that of every earlier version of any resource. */
  lastUpdated: string;
  /** Undefined: it was deleted. */
  resource: Resource | undefined;
}

export type ChangeListener = (version: Version, before: Version | undefined) => void;

export const keyOf = ({ resourceType, id }: Pick<Resource, 'resourceType' | 'id'>): string => `${resourceType}/${id}`;

const withMeta = (resource: Resource, versionId: string, lastUpdated: string): Resource => {
  const { resourceType, id, meta, ...fields } = resource;
  const labels = typeof meta === 'object' ? meta : undefined;
  return { resourceType, id, meta: { ...labels, versionId, lastUpdated }, ...fields };
};

export class ResourceStore {
  readonly #versions = new Map<string, Version[]>();
  readonly #listeners: ChangeListener[] = [];
  readonly #file: string | undefined;
  #latest = 0;

  /** @param file keeps the versions, one a line; they are read again at the next start */
  constructor(file?: string) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    // The last line is cut off if the process was killed while it wrote.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const line of lines) this.#add(parseFhirJson(line) as Version);
  }

  get isEmpty(): boolean {
    return this.#versions.size === 0;
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Stores a new version. Returns it. */
  put(resource: Resource): Version {
    return this.#change(keyOf(resource), resource);
  }

  /** Deletes a resource; returns undefined if it doesn't exist. */
  remove(key: string): Version | undefined {
    return this.latest(key)?.resource ? this.#change(key, undefined) : undefined;
  }

  latest(key: string): Version | undefined {
    return this.#versions.get(key)?.at(-1);
  }

  /** Returns all versions, oldest first. */
  history(key: string): readonly Version[] {
    return this.#versions.get(key) ?? [];
  }

  /** Returns what is stored of a type, in the order of creation. */
  ofType(type: string): Resource[] {
    return [...this.#versions.values()].flatMap((versions) => {
      const resource = versions.at(-1)?.resource;
      return resource?.resourceType === type ? [resource] : [];
    });
  }

  types(): string[] {
    return [...new Set([...this.#versions.keys()].map((key) => key.slice(0, key.indexOf('/'))))];
  }

  #change(key: string, resource: Resource | undefined): Version {
    const before = this.latest(key);
    this.#latest = Math.max(Date.now(), this.#latest + 1);
    const lastUpdated = new Date(this.#latest).toISOString();
    const versionId = String(Number(before?.versionId ?? 0) + 1);
    const version = {
      key,
      versionId,
      lastUpdated,
      resource: resource && withMeta(resource, versionId, lastUpdated),
    };
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(version)}\n`);
    this.#add(version);
    for (const listener of this.#listeners) listener(version, before);
    return version;
  }

  #add(version: Version): void {
    this.#versions.set(version.key, [...(this.#versions.get(version.key) ?? []), version]);
    this.#latest = Math.max(this.#latest, Date.parse(version.lastUpdated));
  }
}
