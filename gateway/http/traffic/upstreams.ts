import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { RenewedTls } from 'server-kit/tls/files';
import { fetchInternal } from 'server-kit/tls/internal';

const CONNECT_TIMEOUT_MS = 3_000;
/** Timeout for the start of a response, in milliseconds; the response itself may take any time. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Hop-by-hop headers, which are not forwarded (RFC 9110, section 7.6.1). */
const OF_CONNECTION = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export interface Call {
  method: string;
  /** Includes the query string. */
  path: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
/** POST calls that are harmless when repeated: additional sessions and tokens expire, and a receipt is already known. */
const REPEATABLE_POSTS = ['/api/v1/sessions', '/api/v1/survey-receipts', '/api/v1/survey-tokens'];

/** Returns whether a call may be sent to another process after one that died, and that may have handled it. */
export function isRepeatable({ method, path, headers }: Call): boolean {
  if (SAFE.includes(method)) return true;
  if (method !== 'POST') return false;
  return headers['idempotency-key'] !== undefined || REPEATABLE_POSTS.includes(path.split('?', 1)[0] ?? '');
}

export interface CallResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  /** Whether the process can't have received the call: there was no connection. */
  readonly unsent: boolean;
  /** Whether the process has received the call and responds too slowly. */
  readonly late: boolean;

  constructor(cause: unknown, { unsent = false, late = false }) {
    super(late ? 'no answer in time' : 'no connection, or it broke off', { cause });
    this.unsent = unsent;
    this.late = late;
  }
}

function endToEnd<Headers extends IncomingHttpHeaders | OutgoingHttpHeaders>(headers: Headers): Headers {
  const listed = String(headers.connection ?? '').split(',');
  const left = new Set([...OF_CONNECTION, ...listed.map((name) => name.trim().toLowerCase())]);
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && !left.has(name));
  return Object.fromEntries(entries) as Headers;
}

/**
 * Connections to processes. They are kept open between repeatable calls; any other call gets a new one, because a kept
 * connection may turn out to be dead while the call is sent, and then it is unknown whether it arrived.
 */
export class Connections {
  readonly #tls: RenewedTls | undefined;
  readonly #agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  /** @param tls certificate for processes that ask for one, and their authority */
  constructor(tls?: RenewedTls) {
    this.#tls = tls;
  }

  /** Sends a call to the process at an origin. @throws NoResponseError */
  send(origin: string, call: Call): Promise<CallResponse> {
    const { method, path, headers, body } = call;
    const { protocol, hostname, port, host } = new URL(origin);
    const secure = protocol === 'https:';
    const agent = isRepeatable(call) && this.#agents[secure ? 'https' : 'http'];
    const length = body === undefined ? {} : { 'content-length': body.length };
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request({
        ...(secure && this.#tls?.contents),
        agent,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path,
        headers: { ...endToEnd(headers), ...length, host },
      });
      let connected = false;
      const giveUp = (reason: object) => request.destroy(new NoResponseError(undefined, reason));
      const connecting = setTimeout(giveUp, CONNECT_TIMEOUT_MS, { unsent: true });
      const answering = setTimeout(giveUp, RESPONSE_TIMEOUT_MS, { late: true });
      const onConnected = () => {
        connected = true;
        clearTimeout(connecting);
      };
      request.once('socket', (socket) => {
        if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', onConnected);
        else onConnected();
      });
      request.once('response', (answer) => {
        clearTimeout(answering);
        resolve({ status: answer.statusCode ?? 502, headers: endToEnd(answer.headers), body: answer });
      });
      request.on('error', (error) => {
        clearTimeout(connecting);
        clearTimeout(answering);
        reject(error instanceof NoResponseError ? error : new NoResponseError(error, { unsent: !connected }));
      });
      request.end(body);
    });
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

/** Interval and timeout of the readiness checks, in milliseconds. */
const POLL_INTERVAL_MS = 500;
const READINESS_TIMEOUT_MS = 2_000;

/** `out`: it refuses connections, does not respond, or reports that it is about to stop. */
type UpstreamStatus = 'ok' | 'out';

type CheckReady = (origin: string, tls: RenewedTls | undefined) => Promise<boolean>;

/** Checks `/readyz`. A process of an earlier release doesn't have this endpoint; its 404 counts as ready. */
const fetchReadiness: CheckReady = async (origin, tls) => {
  const signal = AbortSignal.timeout(READINESS_TIMEOUT_MS);
  const response = await fetchInternal(`${origin}/readyz`, { signal }, tls?.contents);
  return response.status < 500;
};

/**
 * The processes that serve one kind of call. Their health is polled independently of traffic; one that fails a call is
 * taken out of rotation immediately.
 */
export class Upstreams {
  readonly #origins: readonly string[];
  /** Certificate for processes that ask for one, and their authority; undefined: what Node trusts. */
  readonly tls: RenewedTls | undefined;
  readonly #checkReady: CheckReady;
  readonly #unreachable = new Set<string>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;

  /** @param origins at least one */
  constructor(origins: readonly string[], tls?: RenewedTls, ask: CheckReady = fetchReadiness) {
    this.#origins = origins;
    this.tls = tls;
    this.#checkReady = ask;
  }

  /** Returns the order in which to try processes for the next call: healthy ones in rotation, then the others. */
  order(): string[] {
    const healthy = this.#origins.filter((origin) => !this.#unreachable.has(origin));
    const first = healthy.length === 0 ? 0 : this.#turn++ % healthy.length;
    return [...healthy.slice(first), ...healthy.slice(0, first), ...this.#unreachable];
  }

  /** Takes a process out of rotation until it is ready again. */
  fail(origin: string): void {
    this.#unreachable.add(origin);
  }

  /** Returns the status of each process, in the order of the settings. */
  list(): { url: string; status: UpstreamStatus }[] {
    return this.#origins.map((url) => ({ url, status: this.#unreachable.has(url) ? 'out' : 'ok' }));
  }

  start(): void {
    this.#timer = setInterval(() => void this.poll(), POLL_INTERVAL_MS).unref();
    void this.poll();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Polls all processes now. Concurrent calls share one poll. */
  poll(): Promise<void> {
    this.#polling ??= Promise.all(this.#origins.map((origin) => this.#check(origin)))
      .then(() => undefined)
      .finally(() => {
        this.#polling = undefined;
      });
    return this.#polling;
  }

  async #check(origin: string): Promise<void> {
    // RefusedError, timed out or cut off: the process accepts no calls.
    const ready = await this.#checkReady(origin, this.tls).catch(() => false);
    if (ready) this.#unreachable.delete(origin);
    else this.#unreachable.add(origin);
  }
}

/**
 * Sends a call to one of several processes. If one is unreachable, tries the next immediately. If a connection breaks
 * off before the response, does so only for a repeatable call: otherwise the client decides whether to retry.
 * @throws NoResponseError when none responds
 */
export async function sendToOne(connections: Connections, upstreams: Upstreams, call: Call): Promise<CallResponse> {
  let last: unknown;
  for (const origin of upstreams.order()) {
    try {
      return await connections.send(origin, call);
    } catch (error) {
      // The process accepted the call and has not responded: it is alive, and another one would be as slow.
      if (!(error instanceof NoResponseError) || error.late) throw error;
      upstreams.fail(origin);
      last = error;
      if (!error.unsent && !isRepeatable(call)) break;
    }
  }
  throw last;
}
