import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasCode } from './plain-error.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';
/** For what differs by the browser's cookies: no cache that several people share may keep it. */
export const PERSONAL = 'private, no-cache';

export type Encoding = 'br' | 'gzip';
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Of a file's hash its first 132 bits tell it from any other: every script of a first screen brings its tag. */
const HASH = /^sha384-(.{22}).*$/;

/** Below this a compressed answer is no smaller on the wire, in bytes. */
const MIN_COMPRESSED = 860;
/** Answers made at run time are compressed once a change; 5 is the best that still takes about a millisecond. */
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

/** The media type of a file, by its extension. */
export function typeOf(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** The encodings that a client takes, best first. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const refused = new Set<string>();
  const named = new Set<string>();
  for (const item of (header ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const zero = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    (zero ? refused : named).add(coding);
  }
  const takes = (coding: Encoding) => !refused.has(coding) && (named.has(coding) || named.has('*'));
  return (['br', 'gzip'] as const).filter(takes);
}

/** Whether the client holds this version already. */
function isFresh(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((item) => item.trim().replace(/^W\//, '') === etag || item.trim() === '*');
}

/** A text that is made at run time and answered many times: one ETag, compressed at most once an encoding. */
export class TextDocument {
  readonly type: string;
  readonly #body: Buffer;
  readonly #tag: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string, type: string) {
    this.type = type;
    this.#body = Buffer.from(text);
    this.#tag = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  }

  async send(request: FastifyRequest, reply: FastifyReply, cache = REVALIDATE): Promise<FastifyReply> {
    const encoding = this.#body.length < MIN_COMPRESSED ? undefined : acceptedEncodings(acceptHeader(request))[0];
    const etag = `"${this.#tag}${encoding === undefined ? '' : `-${encoding}`}"`;
    const vary = cache === PERSONAL ? 'Accept-Encoding, Cookie' : 'Accept-Encoding';
    reply.headers({ 'cache-control': cache, etag, vary });
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
  /** Where it is on the disk; `.br` and `.gz` may lie beside it. */
  path: string;
  /** What changes when the content does; becomes the ETag. */
  tag: string;
  cache: string;
}

/** Sends a file: the smallest variant that the client takes, or the range it asked for. Returns whether it is there. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): Promise<boolean> {
  const range = request.headers.range;
  const encodings = range === undefined ? acceptedEncodings(acceptHeader(request)) : [];
  const opened = await openVariant(file.path, encodings);
  if (opened === undefined) return false;
  const { handle, encoding, size } = opened;
  const etag = `"${file.tag.replace(HASH, '$1')}${encoding === undefined ? '' : `-${encoding}`}"`;
  reply.headers({ 'cache-control': file.cache, etag, vary: 'Accept-Encoding', 'accept-ranges': 'bytes' });
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

/** One byte range; undefined (the whole file) for what HTTP lets a server ignore: other units and several ranges. */
export function parseRange(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
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
