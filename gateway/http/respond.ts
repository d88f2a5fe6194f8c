import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasCode } from 'server-kit/plain-error';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';
/** For responses that vary by the browser's cookies: shared caches must not store them. */
export const PERSONAL = 'private, no-cache';

type Encoding = 'br' | 'gzip';
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Shortens a hash to its first 132 bits, which are still unique: every script of a first screen sends its ETag. */
const HASH = /^sha384-(.{22}).*$/;

/** Minimum size for compression, in bytes: smaller responses don't get smaller on the wire. */
const MIN_COMPRESSED = 860;
/** Run-time responses are compressed once per change; 5 is the best quality that takes about a millisecond. */
const RUNTIME_BROTLI_QUALITY = 5;

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wasm: 'application/wasm',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

export function typeOf(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Returns the content codings that an `Accept-Encoding` header names, and those that it refuses. */
function codingsIn(header: string | undefined): { named: Set<string>; refused: Set<string> } {
  const refused = new Set<string>();
  const named = new Set<string>();
  for (const item of (header ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const zero = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    (zero ? refused : named).add(coding);
  }
  return { named, refused };
}

export function namesEncoding(request: FastifyRequest, coding: string): boolean {
  const { named, refused } = codingsIn(acceptHeader(request));
  return named.has(coding) && !refused.has(coding);
}

/** Returns the encodings that a client accepts, best first. */
function acceptedEncodings(header: string | undefined): Encoding[] {
  const { named, refused } = codingsIn(header);
  const takes = (coding: Encoding) => !refused.has(coding) && (named.has(coding) || named.has('*'));
  return (['br', 'gzip'] as const).filter(takes);
}

export function isFresh(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((item) => item.trim().replace(/^W\//, '') === etag || item.trim() === '*');
}

/** A text generated at run time and sent many times: one hash, compressed at most once per encoding. */
export class TextDocument {
  readonly type: string;
  readonly #body: Buffer;
  readonly #tag: string;
  readonly #varies: string | undefined;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  /** @param varies request header, besides those of all documents, that selects the text */
  constructor(text: string, type: string, varies?: string) {
    this.type = type;
    this.#varies = varies;
    this.#body = Buffer.from(text);
    this.#tag = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  }

  async send(request: FastifyRequest, reply: FastifyReply, cache = REVALIDATE): Promise<FastifyReply> {
    const encoding = this.#body.length < MIN_COMPRESSED ? undefined : acceptedEncodings(acceptHeader(request))[0];
    const etag = `"${this.#tag}${encoding === undefined ? '' : `-${encoding}`}"`;
    const vary = ['Accept-Encoding', ...(cache === PERSONAL ? ['Cookie'] : []), this.#varies ?? []].flat();
    reply.headers({ 'cache-control': cache, etag, vary: vary.join(', ') });
    if (isFresh(request, etag)) return reply.code(304).send();
    reply.type(this.type);
    if (encoding === undefined) return reply.send(this.#body);
    return reply.header('content-encoding', encoding).send(await this.#encoded(encoding));
  }

  #encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const params = { [constants.BROTLI_PARAM_QUALITY]: RUNTIME_BROTLI_QUALITY };
    const made = encoding === 'br' ? brotli(this.#body, { params }) : zip(this.#body);
    this.#compressed.set(encoding, made);
    return made;
  }
}

export interface StaticFile {
  /** Path on disk; its `.br` and `.gz` variants may exist. */
  path: string;
  /** Changes with the content; becomes the ETag. */
  tag: string;
  cache: string;
}

/** Sends a file: the smallest variant that the client accepts, or the requested range. Returns whether it exists. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): Promise<boolean> {
  const range = request.headers.range;
  const encodings = range === undefined ? acceptedEncodings(acceptHeader(request)) : [];
  const opened = await openVariant(file.path, encodings);
  if (opened === undefined) return false;
  const { handle, encoding, size } = opened;
  const etag = `"${file.tag.replace(HASH, '$1')}${encoding === undefined ? '' : `-${encoding}`}"`;
  reply.headers({ 'cache-control': file.cache, etag, 'accept-ranges': 'bytes' });
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding');
  if (isFresh(request, etag)) {
    await handle.close();
    await reply.code(304).send();
    return true;
  }
  reply.type(typeOf(file.path));
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  await sendBytes(reply, handle, size, range);
  return true;
}

async function sendBytes(reply: FastifyReply, handle: FileHandle, size: number, range: string | undefined) {
  const part = range === undefined ? undefined : parseRange(range, size);
  if (part === 'unsatisfiable') {
    await handle.close();
    await reply.code(416).header('content-range', `bytes */${size}`).send();
    return;
  }
  const { start, end } = part ?? { start: 0, end: size - 1 };
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  if (size === 0) {
    await handle.close();
    await reply.send('');
    return;
  }
  await reply.send(handle.createReadStream({ start, end }));
}

/**
 * Parses one byte range; undefined (the whole file) for other units and several ranges, which HTTP lets servers ignore.
 */
function parseRange(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}

async function openVariant(path: string, encodings: Encoding[]) {
  for (const encoding of [...encodings, undefined]) {
    const handle = await openFile(encoding === undefined ? path : path + SUFFIX[encoding]);
    if (handle !== undefined) return { handle, encoding, size: (await handle.stat()).size };
  }
  return undefined;
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT') || hasCode(thrown, 'ENOTDIR')) return undefined;
    throw thrown;
  }
}

function acceptHeader(request: FastifyRequest): string | undefined {
  const header = request.headers['accept-encoding'];
  return Array.isArray(header) ? header.join(',') : header;
}
