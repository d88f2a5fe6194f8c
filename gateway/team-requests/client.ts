import type { FolderFiles } from 'server-kit/disk';
import { networkReason, PlainError } from 'server-kit/plain-error';
import type { SigningKey } from '../trust/signing-key.ts';
import { type RequestKey, signRequest } from './signed-request.ts';

const JSON_REQUEST = { type: 'application/json', timeoutMs: 30_000 };
const UPLOAD = { type: 'application/octet-stream', timeoutMs: 120_000 };
/** Timeout of an order, in milliseconds: a gateway checks and compresses what comes with it. */
export const ORDER_TIMEOUT_MS = 120_000;

/** Thrown when a gateway responds with a refusal. */
export class Refused extends PlainError {
  /** The gateway's own sentence. */
  readonly reason: string;
  /** The refusal's code, such as "NOT_ALLOWED". */
  readonly code: string;

  constructor(origin: string, reason: string, code: string) {
    super(`${origin} refused the request: ${reason}`);
    this.reason = reason;
    this.code = code;
  }
}

/** Thrown when nothing responds at an address. */
export class Unreachable extends PlainError {
  constructor(origin: string, reason: string) {
    super(`${origin} is unreachable (${reason})`);
  }
}

/** Parses addresses of gateways into unique origins. Throws PlainError. */
export function readGateways(texts: readonly string[], what: string): string[] {
  const urls = texts.flatMap((text) => text.split(',')).map((url) => url.trim());
  for (const url of urls) {
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      throw new PlainError(
        `${what} must be an address that starts with http:// or https://, or several, separated by commas; not "${url}".`,
      );
    }
  }
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Returns the response to a signed request; it is a GET if there is no body. Throws Unreachable. */
async function request(
  key: RequestKey,
  origin: string,
  path: string,
  body: Buffer | undefined,
  { type, timeoutMs }: typeof UPLOAD,
) {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = signRequest(key, method, path, body ?? Buffer.alloc(0));
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': type }, body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    return { status: response.status, ok: response.ok, text: await response.text() };
  } catch (thrown) {
    throw new Unreachable(origin, networkReason(thrown));
  }
}

/**
 * Sends a signed request to a gateway. Returns the response's JSON text, or an empty one. Throws Refused,
 * Unreachable, or a PlainError when something else than a gateway responds.
 */
async function send(key: RequestKey, origin: string, path: string, body: Buffer | undefined, how: typeof UPLOAD) {
  const { status, ok, text } = await request(key, origin, path, body, how);
  const value = jsonIn(text);
  if (ok && (text === '' || value !== undefined)) return text;
  const refusal = refusalIn(value);
  if (refusal !== undefined) throw new Refused(origin, refusal.message, refusal.code);
  if (status >= 500 || status === 429) throw new Refused(origin, `it answered ${status}; try again in a moment`, '');
  throw notAGateway(origin, `it answered ${status} to ${path}`);
}

/** Returns the error for an address at which something else than a gateway responds. */
export const notAGateway = (origin: string, why: string): PlainError =>
  new PlainError(`${origin} is not a Lodestar gateway, or an older one (${why}): check the address.`);

/** Returns the JSON text at a path of a gateway that only teams may read. See `send`. */
export const fetchSigned = (key: RequestKey, origin: string, path: string): Promise<string> =>
  send(key, origin, path, undefined, JSON_REQUEST);

/** Sends a JSON document in a signed request. Returns the parsed response. See `send`. */
export const sendJson = async <T>(
  key: RequestKey,
  origin: string,
  path: string,
  value: object,
  timeoutMs = JSON_REQUEST.timeoutMs,
): Promise<T> => {
  const body = Buffer.from(JSON.stringify(value));
  return JSON.parse(await send(key, origin, path, body, { ...JSON_REQUEST, timeoutMs })) as T;
};

/** A version's files. */
interface Upload {
  name: string;
  version: string;
  files: FolderFiles;
}

/** Sends a version's files to a gateway. */
export async function sendFiles(key: SigningKey, origin: string, { name, version, files }: Upload): Promise<void> {
  for (const [path, content] of files) {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    await send(key, origin, `/deploy/files/${name}/${version}/${encoded}`, content, UPLOAD);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a refusal of the publishing endpoints; the other errors of a gateway have codes that concern no publisher. */
function refusalIn(value: unknown): { code: string; message: string } | undefined {
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (typeof error !== 'object' || error === null || !('message' in error) || !('code' in error)) return undefined;
  const { code, message } = error;
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined;
}
