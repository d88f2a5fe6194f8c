import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';

const CONNECT_MS = 3_000;
/** How long a process may take until its answer begins; how long that lasts is its own business. */
const ANSWER_MS = 30_000;

/** What belongs to one connection and is not passed on (RFC 9110, section 7.6.1). */
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
  /** With the query string. */
  path: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
/** Calls that leave the same behind when they arrive twice: a session more, which ends by itself; a receipt that is known. */
const REPEATABLE_POSTS = ['/api/v1/sessions', '/api/v1/survey-receipts'];

/** Whether a call may go to another process although one had it that has died since, and may have done it. */
export function isRepeatable({ method, path, headers }: Call): boolean {
  if (SAFE.includes(method)) return true;
  if (method !== 'POST') return false;
  return headers['idempotency-key'] !== undefined || REPEATABLE_POSTS.includes(path.split('?', 1)[0] ?? '');
}

export interface CallAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

/** No answer came from a process. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Whether the process can't have got the call: there was no connection. */
  readonly unsent: boolean;
  /** Whether the process has the call and takes too long. */
  readonly late: boolean;

  constructor(cause: unknown, { unsent = false, late = false }) {
    super(late ? 'no answer in time' : 'no connection, or it broke off', { cause });
    this.unsent = unsent;
    this.late = late;
  }
}

/** Returns headers without those that belong to one connection. */
export function endToEnd<Headers extends IncomingHttpHeaders | OutgoingHttpHeaders>(headers: Headers): Headers {
  const listed = String(headers.connection ?? '').split(',');
  const left = new Set([...OF_CONNECTION, ...listed.map((name) => name.trim().toLowerCase())]);
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && !left.has(name));
  return Object.fromEntries(entries) as Headers;
}

/**
 * The connections to processes. They are kept open between calls that may be repeated; any other gets one of its own, since one
 * that was kept may turn out to be dead when the call is on its way, and nobody knows then whether it has arrived.
 */
export class Connections {
  readonly #kept = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  /** Sends a call to the process at an origin. @throws NoAnswer */
  send(origin: string, call: Call): Promise<CallAnswer> {
    const { method, path, headers, body } = call;
    const { protocol, hostname, port, host } = new URL(origin);
    const secure = protocol === 'https:';
    const kept = isRepeatable(call) && this.#kept[secure ? 'https' : 'http'];
    const length = body === undefined ? {} : { 'content-length': body.length };
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request({
        agent: kept,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path,
        headers: { ...endToEnd(headers), ...length, host },
      });
      let connected = false;
      const giveUp = (reason: object) => request.destroy(new NoAnswer(undefined, reason));
      const connecting = setTimeout(giveUp, CONNECT_MS, { unsent: true });
      const answering = setTimeout(giveUp, ANSWER_MS, { late: true });
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
    for (const agent of Object.values(this.#kept)) agent.destroy();
  }
}
