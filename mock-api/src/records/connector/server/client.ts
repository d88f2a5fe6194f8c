/**
 * HTTP to the hospital's FHIR server: authorized, on its origin only, and retried while that makes sense; and searches,
 * page by page.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../../../common/clock.ts';
import type { FhirSettings } from '../../../config/fhir.ts';
import { retryDelay } from '../../../delivery/outbox.ts';
import type { Resource } from '../../fhir/datatypes.ts';
import { cutDeep, refuseDeep } from '../../fhir/depth.ts';
import { ExactNumber, parseExact } from '../../fhir/exact.ts';
import { FhirFailure, failureOf, isTemporary, retryAfterOf } from './failure.ts';
import { BackendToken } from './token.ts';

const FHIR_JSON = 'application/fhir+json';
const TIMEOUT = 30 * SECOND;
const MAX_ATTEMPTS = 5;
const FIRST_RETRY = SECOND / 2;
/** A record is read again later if its server asks for a longer wait, so that other records need not wait as well. */
const LONGEST_WAIT = 20 * SECOND;
/** Largest response and largest file, in bytes. */
const MAX_PAGE = 64 * 1024 * 1024;
export const MAX_FILE = 20 * 1024 * 1024;

export interface Page {
  value: unknown;
  /** The server's clock, in milliseconds since 1970. */
  date: number;
}

export interface FetchedFile {
  type: string;
  bytes: Buffer;
}

interface Wanted {
  accept: string;
  /** Most bytes that are read. */
  most: number;
}

/** Returns the body of a response. @throws FhirFailure if it is larger than `most` */
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
  throw new FhirFailure('unusable', { status: 413 });
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
   * Returns JSON; its numbers are ExactNumbers.
   * @param address relative to the server's, or of its origin
   * @throws FhirFailure
   */
  async read(address: string): Promise<Page> {
    const { bytes, response } = await this.#fetch(address, { accept: FHIR_JSON, most: MAX_PAGE });
    try {
      const date = Date.parse(response.headers.get('date') ?? '') || Date.now();
      return { value: parseExact(cutDeep(bytes.toString('utf8'))), date };
    } catch {
      throw new FhirFailure('unusable', { status: response.status });
    }
  }

  /**
   * Returns a file, as it is or inside a Binary resource.
   * @throws FhirFailure
   */
  async readFile(address: string, type: string): Promise<FetchedFile> {
    const { bytes, response } = await this.#fetch(address, { accept: type || '*/*', most: MAX_FILE * 2 });
    const answered = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    const file = answered.endsWith('json') ? binaryIn(bytes) : { type: answered, bytes };
    if (!file || file.bytes.length > MAX_FILE) throw new FhirFailure('unusable', { status: response.status });
    return file;
  }

  async #fetch(address: string, wanted: Wanted): Promise<{ response: Response; bytes: Buffer }> {
    const url = this.resolve(address);
    if (url === undefined) throw new FhirFailure('unusable');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#fetchOnce(url, wanted, attempt === 1);
      } catch (error) {
        if (this.#closing.aborted) throw error;
        const failure = error instanceof FhirFailure ? error : new FhirFailure('unreachable');
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
    throw failureOf(response.status, retryAfterOf(response.headers.get('retry-after')));
  }
}

function binaryIn(json: Buffer): FetchedFile | undefined {
  try {
    const value: unknown = JSON.parse(json.toString('utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { resourceType, contentType, data } = value as Record<string, unknown>;
    if (resourceType !== 'Binary' || typeof contentType !== 'string' || typeof data !== 'string') return undefined;
    return { type: contentType, bytes: Buffer.from(data, 'base64') };
  } catch {
    return undefined;
  }
}

/** How often a search begins again because its pages have expired. */
const MAX_RESTARTS = 3;
const MAX_PAGES = 1000;

const ID = /^[A-Za-z0-9.-]{1,64}$/;
const TYPE = /^[A-Z][A-Za-z]{1,63}$/;

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

const items = (value: unknown): Fields[] => (Array.isArray(value) ? value : []).filter(isFields);

export const isResource = (value: unknown): value is Resource =>
  isFields(value) &&
  typeof value.resourceType === 'string' &&
  TYPE.test(value.resourceType) &&
  typeof value.id === 'string' &&
  ID.test(value.id);

/** Returns a resource, without its content if that is nested too deeply; undefined for anything else. */
export const readResource = (value: unknown): Resource | undefined =>
  isResource(value) ? refuseDeep(value) : undefined;

/** Returns the resources of a page; outcomes are messages, no records. */
function resourcesIn(bundle: Fields): Resource[] {
  const found = items(bundle.entry).filter(({ search }) => !isFields(search) || search.mode !== 'outcome');
  return found.flatMap(({ resource }) => readResource(resource) ?? []);
}

const nextOf = (bundle: Fields): string | undefined => {
  const url = items(bundle.link).find(({ relation }) => relation === 'next')?.url;
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
    if (url === undefined || visited.has(url) || visited.size >= MAX_PAGES) throw new FhirFailure('unusable');
    visited.add(url);
    const { value, date } = await client.read(url);
    if (!isFields(value) || value.resourceType !== 'Bundle') throw new FhirFailure('unusable');
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
 * @throws FhirFailure, or what `onPage` throws
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
      const isExpired = error instanceof FhirFailure && error.status === 410;
      if (!isExpired || restarts >= MAX_RESTARTS) throw error;
    }
  }
}
