/** A deployed backend that a shell on this machine works with. */
import type { KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayConfig } from 'gateway/http/config';
import { errorBody, languageOf } from 'gateway/http/messages';
import { type CallResponse, Connections, NoResponseError } from 'gateway/http/traffic/upstreams';
import { type Access, LOCAL_WORK_PATH, localWorkHeader, mayCall } from 'gateway/local-work/access';
import { refusalBody, statusOf } from 'gateway/local-work/refusal';
import { publicHalf } from 'gateway/trust/signature';
import { isRecord } from 'server-kit/fields';
import { networkReason, PlainError } from 'server-kit/plain-error';
import type { RuntimeConfig } from 'shared-ui/contract';

export interface BackendOptions {
  /** Public address of the backend's gateway. */
  url: string;
  /** Key of a team that the gateway lists. */
  privateKey: KeyObject;
  access: Access;
}

/** A backend that accepts this machine's calls. */
export interface Backend {
  origin: string;
  access: Access;
  /** Settings of its pages, with which pages on this machine fit its API. */
  settings: Partial<GatewayConfig>;
  /** Returns the headers that each call needs. */
  headers(): Record<string, string>;
  /** Its recorder of surveys, as its pages know it. */
  recorder: RuntimeConfig['recorder'];
}

/** Body limit in bytes, as at a gateway. */
const BODY_LIMIT = 1024 * 1024;
const TIMEOUT_MS = 10_000;

async function ask(url: string, headers: Record<string, string> = {}) {
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return { status: response.status, value: jsonIn(text) };
  } catch (thrown) {
    throw new PlainError(`${new URL(url).origin} is unreachable: ${networkReason(thrown)}.`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns why a gateway refuses local work, and what to do. */
function reasonIn(value: unknown, key: KeyObject): string | undefined {
  const { code, message } = isRecord(value) && isRecord(value.error) ? value.error : {};
  if (typeof code !== 'string' || typeof message !== 'string' || !code.startsWith('LOCAL_WORK_')) return undefined;
  const add = `npm run keys -- add TEAM --remotes NAME --public-key ${publicHalf(key)}`;
  return code === 'LOCAL_WORK_UNKNOWN_KEY' ? `${message}\n  ${add}` : message;
}

/** Returns the settings that decide what forms accept, and where surveys go. Staff's identity providers know no localhost. */
function settingsOf(pages: RuntimeConfig): Partial<GatewayConfig> {
  const { demo, surveyTokens, invitedDomains, emailFormat, passwordRule, pinDigits, sessionIdleMinutes } = pages;
  const { timeZone, textCountries, textAreas = textCountries } = pages;
  const known = { surveyTokens, invitedDomains, emailFormat, passwordRule, pinDigits, sessionIdleMinutes, timeZone };
  const given = Object.entries({ ...known, textCountries: textAreas }).filter(([, value]) => value !== undefined);
  return { demo, ...Object.fromEntries(given), signInProviders: [] };
}

/** Asks a gateway whether it accepts this machine's calls. @throws PlainError that says what to do if it doesn't */
export async function openBackend({ url, privateKey, access }: BackendOptions): Promise<Backend> {
  const { origin } = new URL(url);
  const headers = () => localWorkHeader(origin, privateKey, access);
  const { status, value } = await ask(`${origin}${LOCAL_WORK_PATH}`, headers());
  const reason = reasonIn(value, privateKey);
  if (reason !== undefined) throw new PlainError(`${origin} refused: ${reason}`);
  const pages = await ask(`${origin}/config.json`);
  if (status !== 200 || pages.status !== 200 || !isRecord(pages.value)) {
    throw new PlainError(`${origin} is not a Lodestar gateway, or an older one (it answered ${status}).`);
  }
  const config = pages.value as unknown as RuntimeConfig;
  return { origin, access, headers, settings: settingsOf(config), recorder: config.recorder };
}

/** Headers that concern this machine only. */
const OWN_HEADERS = /^(forwarded|host|origin|referer|x-forwarded-.*|sec-fetch-.*)$/;
/** Cookies that the gateways set themselves: those of this machine's are not the backend's. */
const OWN_COOKIE = /^\s*(__Host-)?lodestar-(cohort|override|deploy)=/;

function headersFor({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
  const cookies = (headers.cookie ?? '').split(';').filter((cookie) => cookie !== '' && !OWN_COOKIE.test(cookie));
  return { ...Object.fromEntries(kept), cookie: cookies.join(';').trim() || undefined };
}

/** Returns a response's headers for a page on this machine: its cookies stay here. */
function headersOf({ headers }: CallResponse): Record<string, string | string[] | undefined> {
  const cookies = headers['set-cookie']?.map((cookie) => cookie.replace(/;\s*domain=[^;]*/i, ''));
  return { ...headers, ...(cookies && { 'set-cookie': cookies }) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > BODY_LIMIT) return undefined;
  }
  return Buffer.concat(chunks);
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** Returns where a call goes: to the API, or for `POST /` to the recorder; undefined for anything else. */
function targetOf(method: string, url: string, { origin, recorder }: Backend) {
  if (url.startsWith('/api/')) return { origin, path: url };
  const { origin: at, pathname } = new URL(recorder.url);
  return method === 'POST' && url === '/' ? { origin: at, path: pathname } : undefined;
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  backend: Backend,
  connections: Connections,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const language = headers['accept-language'];
  if (url === '/readyz') return void response.writeHead(204).end();
  const target = targetOf(method, url, backend);
  if (target === undefined) return sendJson(response, 404, errorBody('NOT_FOUND', languageOf(language)));
  if (!mayCall(backend.access, method, url))
    return sendJson(response, statusOf('READ_ONLY'), refusalBody('READ_ONLY', language));
  const body = await bodyOf(request);
  if (body === undefined) return sendJson(response, 413, errorBody('BAD_REQUEST', languageOf(language)));
  // A recorder on another server has no use for the gateway's token.
  const own = target.origin === backend.origin ? backend.headers() : {};
  const sent = { method, path: target.path, headers: { ...headersFor(request), ...own } };
  const answer = await connections.send(target.origin, { ...sent, body: body.length > 0 ? body : undefined });
  response.writeHead(answer.status, headersOf(answer));
  response.flushHeaders();
  response.once('close', () => answer.body.destroy());
  answer.body.once('error', () => response.destroy()).pipe(response);
}

/** Passes calls from this machine on to a backend, on a free port. Only its own gateway connects to it. */
export async function serveBackend(backend: Backend): Promise<{ url: string; close(): Promise<void> }> {
  const connections = new Connections();
  const server = createServer((request, response) => {
    pass(request, response, backend, connections).catch((thrown: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const isLate = thrown instanceof NoResponseError && thrown.late;
      const language = request.headers['accept-language'];
      sendJson(response, isLate ? 504 : 503, errorBody(isLate ? 'TIMEOUT' : 'UNAVAILABLE', languageOf(language)));
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const close = async () => {
    connections.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
