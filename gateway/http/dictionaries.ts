import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFresh, namesEncoding, type StaticFile, typeOf } from './respond.ts';

const compress = promisify(zstdCompress);

/** Sizes of files that take part, in bytes: smaller ones save nothing, larger ones take too long to compress. */
const MIN_BYTES = 2_000;
const MAX_BYTES = 4_000_000;
/** Total size of the differences in memory, in bytes; the one used longest ago is dropped first. */
const CACHE_BYTES = 16_000_000;
/** Size that an entry of the cache counts at least, in bytes, so that entries without a difference are limited, too. */
const ENTRY_BYTES = 1_000;
/** Number of differences that may wait while another is made; further requests get the whole file. */
const MAX_WAITING = 32;
/** Level of zstd. Higher levels made differences between releases at most 3 % smaller, in up to twice the time. */
const LEVEL = 9;

/** Header of a `dcz` body (RFC 9842, section 5), followed by the dictionary's SHA-256. */
const DCZ_MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]);

/** A file's path without and with webpack's content hash. */
const PATH = /^([\w/-]+(?:\.[\w-]+)*?)(?:\.([0-9a-f]{8}))?\.(m?js|css|json|svg)$/;
const DICTIONARY_ID = /^"([\w.+-]{1,100})\/([0-9a-f]{8})?"$/;
const AVAILABLE = /^:([A-Za-z0-9+/]{43}=):$/;

/** A public file of a published version. */
interface VersionedFile {
  /** URL path of all versions, such as `/remotes/timeline/`. */
  base: string;
  version: string;
  /** Path inside the version. */
  path: string;
  file: StaticFile;
  /** Returns a public file of any version that is published and not revoked. */
  published(version: string, path: string): Promise<StaticFile | undefined>;
}

/** A difference and the SHA-256 of its dictionary; no body if the whole file is hardly larger. */
interface Difference {
  dictionary: string;
  body: Buffer | undefined;
}

interface Wanted {
  /** SHA-256 of the browser's copy of another version, in base64. */
  hash: string;
  version: string;
  path: string;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

const headerOf = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? '');

/** Returns the same file of the version that the browser has, as its request names it. */
function wantedDictionary(request: FastifyRequest, path: RegExpExecArray): Wanted | undefined {
  if (!namesEncoding(request, 'dcz') || request.headers.range !== undefined) return undefined;
  const hash = AVAILABLE.exec(headerOf(request, 'available-dictionary'))?.[1];
  const [id, version, contentHash] = DICTIONARY_ID.exec(headerOf(request, 'dictionary-id')) ?? [];
  if (hash === undefined || id === undefined || version === undefined) return undefined;
  return { hash, version, path: [path[1], contentHash, path[3]].filter(Boolean).join('.') };
}

/** Returns what changes whenever a file on disk does. */
async function stateOf({ path }: StaticFile): Promise<string> {
  const { ino, size, mtimeMs } = await stat(path);
  return `${path} ${ino} ${size} ${mtimeMs}`;
}

async function compressedSize({ path }: StaticFile): Promise<number> {
  return ((await stat(`${path}.br`).catch(() => undefined)) ?? (await stat(path))).size;
}

/**
 * Sends updates of published files as differences (compression dictionaries, RFC 9842): browsers keep a file as the
 * dictionary for the same file of later versions. Only public files take part, so a dictionary holds no personal data.
 */
export class Dictionaries {
  /** Differences by both files and their states on disk, most recently used last. */
  readonly #made = new Map<string, Difference>();
  readonly #pending = new Map<string, Promise<Difference>>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Offers a file as a dictionary, and sends it as a difference if the browser has another version.
   * @returns whether it was sent; if not, the caller sends the whole file with the headers set here
   */
  async send(request: FastifyRequest, reply: FastifyReply, sent: VersionedFile): Promise<boolean> {
    const { base, version, file } = sent;
    const path = PATH.exec(sent.path);
    if (path === null) return false;
    const size = (await stat(file.path).catch(() => undefined))?.size ?? 0;
    if (size < MIN_BYTES || size > MAX_BYTES) return false;
    const [, name, contentHash = '', extension] = path;
    const pattern = `${base}*/${name}${contentHash && '.*'}.${extension}`;
    // Every browser that supports dictionaries also accepts zstd.
    if (namesEncoding(request, 'zstd'))
      reply.header('use-as-dictionary', `match="${pattern}", id="${version}/${contentHash}"`);
    reply.header('vary', 'Accept-Encoding, Available-Dictionary');
    const wanted = wantedDictionary(request, path);
    // Another server may not deliver the other version any more.
    const dictionary = wanted && (await sent.published(wanted.version, wanted.path).catch(() => undefined));
    const difference = dictionary && (await this.#difference(file, dictionary, wanted.hash));
    if (difference?.body === undefined) return false;
    const etag = `"${sha256(Buffer.from(file.tag)).slice(0, 22)}-dcz-${difference.dictionary.slice(0, 22)}"`;
    reply.headers({ 'cache-control': file.cache, etag });
    if (isFresh(request, etag)) await reply.code(304).send();
    else await reply.type(typeOf(file.path)).header('content-encoding', 'dcz').send(difference.body);
    return true;
  }

  /** Returns the difference to a file with this SHA-256; undefined if it has another or too many are waiting. */
  async #difference(file: StaticFile, from: StaticFile, hash: string): Promise<Difference | undefined> {
    // A damaged file may be restored, under the same name.
    const states = await Promise.all([stateOf(from), stateOf(file)]).catch(() => undefined);
    if (states === undefined) return undefined;
    const key = states.join('\n');
    const known = this.#made.get(key);
    if (known !== undefined) {
      this.#made.delete(key);
      this.#made.set(key, known);
      return known.dictionary === hash ? known : undefined;
    }
    const dictionary = await readFile(from.path).catch(() => undefined);
    if (dictionary === undefined || dictionary.length > MAX_BYTES || sha256(dictionary) !== hash) return undefined;
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    if (this.#pending.size >= MAX_WAITING) return undefined;
    // One after the other, so that a request for many files leaves processors to other requests.
    const making = this.#last
      .then(() => makeDifference(file, dictionary, hash))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, making);
    this.#last = making.catch(() => undefined);
    const made = await making;
    this.#keep(key, made);
    return made;
  }

  #keep(key: string, made: Difference): void {
    const sizeOf = ({ body }: Difference) => ENTRY_BYTES + (body?.length ?? 0);
    this.#made.set(key, made);
    this.#bytes += sizeOf(made);
    for (const [oldest, entry] of this.#made) {
      if (this.#bytes <= CACHE_BYTES) break;
      this.#made.delete(oldest);
      this.#bytes -= sizeOf(entry);
    }
  }
}

async function makeDifference(file: StaticFile, dictionary: Buffer, hash: string): Promise<Difference> {
  const content = await readFile(file.path);
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  const difference = await compress(content, { params, dictionary });
  const body = Buffer.concat([DCZ_MAGIC, Buffer.from(hash, 'base64'), difference]);
  return { dictionary: hash, body: body.length < (await compressedSize(file)) * 0.9 ? body : undefined };
}
