/**
 * A small FHIR R4 server for the demo and for tests: SMART Backend Services, search, read, conditional create, update,
 * versions and delete, in the manner of two products, with the faults that networks have.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseFhirJson } from 'mock-api/records/fhir/json';
import { type DueFault, type Fault, Faults } from './access/faults.ts';
import { Notifier, type Subscriber } from './access/notify.ts';
import { type Action, type RegisteredClient, Tokens } from './access/tokens.ts';
import { type Answer, failed } from './answers.ts';
import { capabilityStatement, type Manner, smartConfiguration } from './capability.ts';
import { type FhirState, interact } from './interactions.ts';
import { Pages } from './store/pages.ts';
import { ResourceStore } from './store/resources.ts';

export interface FhirServerOptions {
  /** 0: any free port of this machine. */
  port?: number;
  manner?: Manner;
  /** Undefined: no token is needed. */
  clients?: readonly RegisteredClient[];
  /** Types that clients may create, update and delete. */
  creatable?: readonly string[];
  /** Resources on a page without `_count`. */
  pageSize?: number;
  /** How long links to further pages hold, in milliseconds. */
  linkLifetimeMs?: number;
  /** Lifetime of access tokens, in seconds. */
  tokenLifetime?: number;
  /** Delay before each response, in milliseconds. */
  latencyMs?: number;
  /** Keeps the resources in this file. */
  file?: string;
  /** Answers requests to addresses outside of FHIR; undefined: 404. */
  extra?: (method: string, url: URL) => Answer | undefined;
}

export interface FhirServer {
  /** Address without a slash at its end: http://127.0.0.1:4000/fhir */
  base: string;
  tokenUrl: string;
  /** The hospital's own access to what is stored. */
  store: ResourceStore;
  tokens: Tokens;
  /** Method and address of every request so far, oldest first. */
  requests: string[];
  setFaults(faults: readonly Fault[]): void;
  /** Ends all searches: their links answer 410. */
  expireLinks(): void;
  /** Notifies a subscriber of changes from now on. */
  subscribe(subscriber: Subscriber): void;
  close(): Promise<void>;
}

const CREATABLE = ['QuestionnaireResponse', 'Communication'];
const PAGE_SIZE = 50;
const LINK_LIFETIME_MS: Readonly<Record<Manner, number>> = { hapi: 3_600_000, epic: 60_000 };
const TOKEN_LIFETIME = 300;
const MAX_BODY = 20 * 1024 * 1024;
const ROOT = '/fhir';

const ACTIONS: Readonly<Record<string, Action>> = { GET: 'read', POST: 'create', PUT: 'update', DELETE: 'delete' };

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= MAX_BODY) parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : parseFhirJson(text);
  } catch {
    return undefined;
  }
}

/** Writes an answer; if it is cut, half of it to a GET and nothing to all others before the connection ends. */
function send(response: ServerResponse, { status, body, headers }: Answer, isCut: boolean): void {
  if (isCut && response.req.method !== 'GET') return void response.destroy();
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/fhir+json;charset=UTF-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  if (!isCut) {
    response.end(text);
    return;
  }
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

const faultAnswer = ({ kind, retryAfter }: DueFault): Answer | undefined => {
  const later = { 'retry-after': retryAfter };
  if (kind === 'busy') return failed(429, 'throttled', 'too many requests', later);
  return kind === 'unavailable' ? failed(503, 'transient', 'temporarily unavailable', later) : undefined;
};

/** Starts a server on this machine. Resolves when it listens. */
export async function startFhirServer(options: FhirServerOptions = {}): Promise<FhirServer> {
  const { manner = 'hapi', clients, latencyMs = 0 } = options;
  const store = new ResourceStore(options.file);
  const pages = new Pages(options.pageSize ?? PAGE_SIZE, options.linkLifetimeMs ?? LINK_LIFETIME_MS[manner]);
  const tokens = new Tokens(clients ?? [], options.tokenLifetime ?? TOKEN_LIFETIME);
  const faults = new Faults();
  const requests: string[] = [];
  const startedAt = new Date().toISOString();
  const capability = { manner, creatable: options.creatable ?? CREATABLE };

  const answer = async (request: IncomingMessage, url: URL, state: FhirState, tokenUrl: string): Promise<Answer> => {
    const text = await readBody(request);
    const { method = 'GET', headers } = request;
    if (url.pathname === '/token' && method === 'POST') {
      const { status, body } = tokens.issue(new URLSearchParams(text), tokenUrl);
      return { status, body, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } };
    }
    if (url.pathname === `${ROOT}/.well-known/smart-configuration`)
      return { status: 200, body: smartConfiguration(tokenUrl), headers: { 'content-type': 'application/json' } };
    if (url.pathname === `${ROOT}/metadata`)
      return { status: 200, body: capabilityStatement(capability, tokenUrl, startedAt) };
    if (url.pathname !== ROOT && !url.pathname.startsWith(`${ROOT}/`))
      return options.extra?.(method, url) ?? failed(404, 'not-found', 'unknown address');
    const path = url.pathname
      .slice(ROOT.length)
      .split('/')
      .filter((part) => part !== '');
    const action = ACTIONS[method];
    if (!action) return failed(405, 'not-supported', 'unknown method');
    const refusal = clients && tokens.check(headers.authorization, path[0], action);
    if (refusal) return failed(refusal, refusal === 401 ? 'login' : 'forbidden', 'no token, or not for this');
    return interact({ method, path, query: url.searchParams, url: url.href, headers, body: parseBody(text) }, state);
  };

  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    requests.push(`${request.method} ${request.url}`);
    const fault = url.pathname.startsWith(ROOT) ? faults.next(request.method ?? 'GET') : undefined;
    const isCut = fault?.kind === 'cut';
    const state = { base: `${origin}${ROOT}`, store, pages, capability };
    const reply = async () => {
      const answered = (fault && faultAnswer(fault)) ?? (await answer(request, url, state, `${origin}/token`));
      if (latencyMs > 0) setTimeout(() => send(response, answered, isCut), latencyMs);
      else send(response, answered, isCut);
    };
    reply().catch(() => response.destroy());
  });
  http.listen(options.port ?? 0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const notifier = new Notifier(store);
  return {
    base: `${origin}${ROOT}`,
    tokenUrl: `${origin}/token`,
    store,
    tokens,
    requests,
    setFaults: (list) => faults.set(list),
    expireLinks: () => pages.expire(),
    subscribe: (subscriber) => notifier.subscribe(subscriber),
    close: async () => {
      notifier.stop();
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}
