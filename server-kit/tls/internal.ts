/** TLS between the product's own processes, each of which has a certificate of the hospital's own authority. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { EnvironmentReader } from '../environment.ts';
import { REPO } from '../paths.ts';
import type { TlsContents, TlsFiles } from './files.ts';

export interface InternalTls {
  files: Required<TlsFiles>;
  /** Names of which a caller's certificate needs one; empty: any certificate of the authority will do. */
  callers: readonly string[];
}

const NAMES = ['INTERNAL_CERT_FILE', 'INTERNAL_KEY_FILE', 'INTERNAL_CA_FILE'] as const;

/** Reads the settings of TLS between processes. Returns undefined if they are absent: then it isn't used. */
export function readInternalTls(env: EnvironmentReader): InternalTls | undefined {
  const callers = env.list(
    'INTERNAL_CALLERS',
    [],
    (name) => /^[a-z0-9.-]{1,253}$/i.test(name),
    'host names separated by commas',
  );
  const [certFile, keyFile, caFile] = NAMES.map((name) => env.text(name));
  if (certFile && keyFile && caFile) {
    const at = (file: string) => resolve(REPO, file);
    return { files: { certFile: at(certFile), keyFile: at(keyFile), caFile: at(caFile) }, callers };
  }
  const set = [...NAMES, 'INTERNAL_CALLERS'].filter((name) => env.text(name) !== undefined);
  if (set.length > 0)
    for (const name of NAMES.filter((one) => !set.includes(one)))
      env.problems.push(`${name} is missing: TLS between processes needs ${NAMES.join(', ')}`);
  return undefined;
}

/** Reads the origins of other processes, which must use https if this one has a certificate for it. */
export function readInternalOrigins(
  env: EnvironmentReader,
  name: string,
  tls: InternalTls | undefined,
  fallback: readonly string[] = [],
): readonly string[] {
  const origins = env.origins(name, fallback);
  if (tls !== undefined && origins.some((origin) => origin.startsWith('http:')))
    env.problems.push(`${name} must be addresses that start with https://, because INTERNAL_CERT_FILE is set`);
  return origins;
}

/** Not the global ones: these calls never go through a forward proxy. */
const AGENTS = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

const WITHOUT_BODY = [204, 205, 304];

interface InternalRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/**
 * Calls another process of the product and reads its whole response. Redirects are not followed.
 * @param tls this process's certificate and the authority of the other one's; undefined: those that Node trusts
 */
export function fetchInternal(url: string | URL, init: InternalRequest, tls?: TlsContents): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = init;
  const isSecure = new URL(url).protocol === 'https:';
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { method, headers: { ...headers, ...length }, ...(signal && { signal }) };
  return new Promise((resolvePromise, reject) => {
    const read = async (answer: IncomingMessage) => {
      const bytes = await buffer(answer);
      const { statusCode: status = 502, headers: given } = answer;
      const type = given['content-type'];
      const own = type === undefined ? {} : { headers: { 'content-type': type } };
      return new Response(WITHOUT_BODY.includes(status) ? null : bytes, { status, ...own });
    };
    const onResponse = (answer: IncomingMessage) => read(answer).then(resolvePromise, reject);
    const call = isSecure
      ? https.request(url, { ...options, ...tls, agent: AGENTS.https }, onResponse)
      : http.request(url, { ...options, agent: AGENTS.http }, onResponse);
    call.once('error', reject);
    call.end(body);
  });
}
