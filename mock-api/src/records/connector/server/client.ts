/**
 * HTTP to the hospital's FHIR server: authorized, on its origin only, and retried while that makes sense; and searches,
 * page by page.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR, SECOND } from '../../../common/clock.ts';
import type { FhirSettings } from '../../../config/fhir.ts';
import { retryDelay } from '../../../delivery/outbox.ts';
import { isResource, type Resource } from '../../fhir/datatypes.ts';
import { cutDeep, refuseDeep } from '../../fhir/depth.ts';
import { isObject, type JsonObject, objectsIn, parseFhirJson } from '../../fhir/json.ts';
import { errorOf, FhirError, isTemporary } from './error.ts';
import { BackendToken } from './token.ts';

const FHIR_JSON = 'application/fhir+json';
const TIMEOUT = 30 * SECOND;
const MAX_ATTEMPTS = 5;
const FIRST_RETRY = SECOND / 2;
/** A record is read again later if its server asks for a longer wait, so that other records need not wait as well. */
const LONGEST_WAIT = 20 * SECOND;
/** Largest response and largest file, in bytes. */
const MAX_PAGE = 64 * 1024 * 1024;
const MAX_FILE = 20 * 1024 * 1024;

export interface Page {
  value: unknown;
  /** The server's clock, in milliseconds since 1970. */
  date: number;
}

interface FetchedFile {
  type: string;
  bytes: Buffer;
}

interface Wanted {
  accept: string;
  /** Most bytes that are read. */
  most: number;
}

/** @throws FhirError for a body larger than `most` */
async function bytesOf(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = Number(response.headers.get('content-length') ?? 0);
  if (length <= most) {
    length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > most) break;
      parts.push(part);
    }
  }
  if (length <= most) return Buffer.concat(parts);
  await response.body?.cancel().catch(() => undefined);
  throw new FhirError('unusable', { status: 413 });
}

export class FhirClient {
  readonly baseUrl: string;
  readonly token: BackendToken;
  readonly #origin: string;
  readonly #closing: AbortSignal;

  /** @param closing ends all requests */
  constructor(settings: Pick<FhirSettings, 'baseUrl' | 'clientId' | 'privateKey'>, closing: AbortSignal) {
    this.baseUrl = settings.baseUrl;
    this.token = new BackendToken(settings, closing);
    this.#origin = new URL(settings.baseUrl).origin;
    this.#closing = closing;
  }

  /** Returns the absolute form of an address relative to the server's; undefined if it is of another origin. */
  resolve(address: string): string | undefined {
    const base = `${this.baseUrl}/`;
    if (!URL.canParse(address, base)) return undefined;
    const url = new URL(address, base);
    return url.origin === this.#origin && url.username === '' ? url.href : undefined;
  }

  /**
   * Returns JSON; its numbers are FhirNumbers.
   * @param address relative to the server's, or of its origin
   * @throws FhirError
   */
  async read(address: string): Promise<Page> {
    const { bytes, response } = await this.#fetch(address, { accept: FHIR_JSON, most: MAX_PAGE });
    try {
      const date = Date.parse(response.headers.get('date') ?? '') || Date.now();
      return { value: parseFhirJson(cutDeep(bytes.toString('utf8'))), date };
    } catch {
      throw new FhirError('unusable', { status: response.status });
    }
  }

  /**
   * Returns a file, as it is or inside a Binary resource.
   * @throws FhirError
   */
  async readFile(address: string, type: string): Promise<FetchedFile> {
    const { bytes, response } = await this.#fetch(address, { accept: type || '*/*', most: MAX_FILE * 2 });
    const answered = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    const file = answered.endsWith('json') ? binaryIn(bytes) : { type: answered, bytes };
    if (!file || file.bytes.length > MAX_FILE) throw new FhirError('unusable', { status: response.status });
    return file;
  }

  async #fetch(address: string, wanted: Wanted): Promise<{ response: Response; bytes: Buffer }> {
    const url = this.resolve(address);
    if (url === undefined) throw new FhirError('unusable');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#fetchOnce(url, wanted, attempt === 1);
      } catch (error) {
        if (this.#closing.aborted) throw error;
        const failure = error instanceof FhirError ? error : new FhirError('unreachable');
        const isOver = !isTemporary(failure) || attempt >= MAX_ATTEMPTS || failure.retryAfter > LONGEST_WAIT;
        if (isOver) throw failure;
        await wait(retryDelay(attempt, failure.retryAfter, FIRST_RETRY), undefined, { signal: this.#closing });
      }
    }
  }

  /** @param mayRenew whether a refused token is replaced once */
  async #fetchOnce(url: string, wanted: Wanted, mayRenew: boolean): Promise<{ response: Response; bytes: Buffer }> {
    const authorization = await this.token.authorization();
    const response = await fetch(url, {
      headers: { accept: wanted.accept, authorization },
      // A token never follows a redirect.
      redirect: 'error',
      signal: AbortSignal.any([this.#closing, AbortSignal.timeout(TIMEOUT)]),
    });
    if (response.ok) return { response, bytes: await bytesOf(response, wanted.most) };
    await response.body?.cancel();
    if (response.status === 401) this.token.forget(authorization);
    if (response.status === 401 && mayRenew) return this.#fetchOnce(url, wanted, false);
    throw errorOf(response);
  }
}

function binaryIn(json: Buffer): FetchedFile | undefined {
  try {
    const value: unknown = JSON.parse(json.toString('utf8'));
    if (!isObject(value)) return undefined;
    const { resourceType, contentType, data } = value;
    if (resourceType !== 'Binary' || typeof contentType !== 'string' || typeof data !== 'string') return undefined;
    return { type: contentType, bytes: Buffer.from(data, 'base64') };
  } catch {
    return undefined;
  }
}

/** How often a search begins again because its pages have expired. */
const MAX_RESTARTS = 3;
const MAX_PAGES = 1000;

/** Returns a resource, without its content if that is nested too deeply; undefined for anything else. */
export const readResource = (value: unknown): Resource | undefined =>
  isResource(value) ? refuseDeep(value) : undefined;

/** Returns the resources of a page; outcomes are messages, no records. */
function resourcesIn(bundle: JsonObject): Resource[] {
  const found = objectsIn(bundle.entry).filter(({ search }) => !isObject(search) || search.mode !== 'outcome');
  return found.flatMap(({ resource }) => readResource(resource) ?? []);
}

const nextOf = (bundle: JsonObject): string | undefined => {
  const url = objectsIn(bundle.link).find(({ relation }) => relation === 'next')?.url;
  return typeof url === 'string' ? url : undefined;
};

type PageReader = Pick<FhirClient, 'resolve' | 'read'>;

async function searchOnce(
  client: PageReader,
  path: string,
  onPage: (resources: Resource[]) => Promise<void>,
): Promise<number> {
  const visited = new Set<string>();
  let began: number | undefined;
  for (let address: string | undefined = path; address !== undefined; ) {
    // A token goes to no other server, whatever a link says.
    const url = client.resolve(address);
    if (url === undefined || visited.has(url) || visited.size >= MAX_PAGES) throw new FhirError('unusable');
    visited.add(url);
    const { value, date } = await client.read(url);
    if (!isObject(value) || value.resourceType !== 'Bundle') throw new FhirError('unusable');
    began ??= date;
    const resources = resourcesIn(value);
    if (resources.length > 0) await onPage(resources);
    address = nextOf(value);
  }
  return began ?? Date.now();
}

/**
 * Reads all pages of a search, again from the first if they expire meanwhile.
 * @param path relative to the server's address
 * @returns the server's time when the search began, in milliseconds
 * @throws FhirError, or what `onPage` throws
 */
export async function search(
  client: PageReader,
  path: string,
  onPage: (resources: Resource[]) => Promise<void>,
): Promise<number> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await searchOnce(client, path, onPage);
    } catch (error) {
      const isExpired = error instanceof FhirError && error.status === 410;
      if (!isExpired || restarts >= MAX_RESTARTS) throw error;
    }
  }
}

export interface TypeSupport {
  /** Search parameter that names the patient. */
  by: 'patient' | 'subject';
  /** Whether a search can be limited to what changed since a time. */
  isIncremental: boolean;
}

const namesIn = (value: unknown, field: string) => new Set(objectsIn(value).map((item) => item[field]));

/** Returns what a CapabilityStatement says of each type of resource. */
export function supportIn(statement: JsonObject): JsonObject[] {
  const server = objectsIn(statement.rest).find(({ mode }) => mode === 'server');
  return objectsIn(server?.resource);
}

/** @throws FhirError if it is no statement of an R4 server */
function readStatement(value: unknown): Map<string, TypeSupport> {
  const statement = isObject(value) ? value : {};
  if (!String(statement.fhirVersion).startsWith('4.0')) throw new FhirError('unusable');
  const types = new Map<string, TypeSupport>();
  for (const { type, interaction, searchParam } of supportIn(statement)) {
    const parameters = namesIn(searchParam, 'name');
    const isSearchable = namesIn(interaction, 'code').has('search-type');
    const by = parameters.has('patient') ? 'patient' : parameters.has('subject') ? 'subject' : undefined;
    if (typeof type === 'string' && isSearchable && by)
      types.set(type, { by, isIncremental: parameters.has('_lastUpdated') });
  }
  return types;
}

/** What is known about the server, read again every hour. */
export class ServerCapability {
  /** Whether Observations have to be searched by category, which no statement says. */
  needsCategory = false;
  readonly #client: FhirClient;
  #types: Promise<ReadonlyMap<string, TypeSupport>> | undefined;
  #readAt = 0;

  constructor(client: FhirClient) {
    this.#client = client;
  }

  /** @throws FhirError */
  types(): Promise<ReadonlyMap<string, TypeSupport>> {
    if (this.#types && Date.now() - this.#readAt < HOUR) return this.#types;
    this.#readAt = Date.now();
    const types = this.#client.read('metadata').then(({ value }) => readStatement(value));
    this.#types = types;
    types.catch(() => {
      if (this.#types === types) this.#types = undefined;
    });
    return types;
  }
}
