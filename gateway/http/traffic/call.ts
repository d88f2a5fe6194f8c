import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';

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
/** POST calls that are harmless when repeated: an additional session expires, and a receipt is already known. */
const REPEATABLE_POSTS = ['/api/v1/sessions', '/api/v1/survey-receipts'];

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

/** Thrown when a process gives no response. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
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

/** Returns headers without the hop-by-hop ones. */
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
  readonly #agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  /** Sends a call to the process at an origin. @throws NoAnswer */
  send(origin: string, call: Call): Promise<CallResponse> {
    const { method, path, headers, body } = call;
    const { protocol, hostname, port, host } = new URL(origin);
    const secure = protocol === 'https:';
    const agent = isRepeatable(call) && this.#agents[secure ? 'https' : 'http'];
    const length = body === undefined ? {} : { 'content-length': body.length };
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request({
        agent,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path,
        headers: { ...endToEnd(headers), ...length, host },
      });
      let connected = false;
      const giveUp = (reason: object) => request.destroy(new NoAnswer(undefined, reason));
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
        reject(error instanceof NoAnswer ? error : new NoAnswer(error, { unsent: !connected }));
      });
      request.end(body);
    });
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}
