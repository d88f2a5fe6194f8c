import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPage, setRuntimeConfig } from '../../testing/index.ts';
import { runtimeConfig } from '../runtime.ts';
import { call, callForFile, callPut } from './client.ts';
import type { ApiFailure } from './failure.ts';
import { isServerCutOff, noteAnswered } from './reconnect.ts';
import { forgetToken, saveToken } from './token.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const ok = json(200, { id: 1 });
const outage = (retryAfter: string) => json(503, { error: { code: 'UNAVAILABLE' } }, { 'retry-after': retryAfter });
const reset: Reply = (request) => request.socket.destroy();

/** The fake API: sends the queued replies one by one, then repeats the last. */
const replies: Reply[] = [];
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  const reply = replies.length > 1 ? replies.shift() : replies[0];
  reply?.(request, response);
});

beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));

afterAll(() => {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});

beforeEach(() => {
  localStorage.clear();
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  replies.length = 0;
  requests.length = 0;
});

const failure = (load: Promise<unknown>): Promise<ApiFailure> =>
  load.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ApiFailure) => error,
  );

test.each<[string, Reply]>([
  ['503 with Retry-After', outage('1')],
  ['502', json(502, {})],
  ['504', json(504, {})],
  ['a connection that is reset', reset],
])('call retries a GET after %s, and its caller gets one response', async (_, first) => {
  replies.push(first, ok);
  expect(await call('get', 'v1/things')).toEqual({ id: 1 });
  expect(requests).toHaveLength(2);
});

test('a retry carries the session and language of the first attempt, also for a file', async () => {
  saveToken('secret');
  replies.push(reset, (_, response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('picture'));
  expect((await callForFile('v1/picture', 'image/webp')).size).toBe(7);
  const sent = requests.map(({ headers }) => [headers.authorization, headers['accept-language']]);
  expect(sent).toEqual(Array(2).fill(['Bearer secret', 'en-CA']));
});

test.each<[string, Reply, Partial<ApiFailure>]>([
  ['answers 503', outage('0'), { kind: 'unavailable', status: 503, code: 'UNAVAILABLE' }],
  ['resets every connection', reset, { kind: 'unreachable', status: 0 }],
])('call gives up on a GET after two retries when the server %s', async (_, reply, expected) => {
  replies.push(reply);
  expect(await failure(call('get', 'v1/things'))).toMatchObject(expected);
  expect(requests).toHaveLength(3);
});

const unsafe: [string, () => Promise<unknown>][] = [
  ['post', () => call('post', 'v1/things', { a: 1 })],
  ['patch', () => call('patch', 'v1/things', { a: 1 })],
  ['delete', () => call('delete', 'v1/things')],
  ['put', () => callPut('v1/things', { a: 1 })],
];

test.each(unsafe)('a %s is sent once when the server responds with 503 or resets the connection', async (_, send) => {
  replies.push(outage('0'), reset, ok);
  expect(await failure(send())).toMatchObject({ kind: 'unavailable', status: 503 });
  expect(requests).toHaveLength(1);
  expect(await failure(send())).toMatchObject({ kind: 'unreachable' });
  expect(requests).toHaveLength(2);
});

test.each([
  ...[400, 401, 403, 404, 408, 429, 500].map((status) => [`responds with ${status}`, status, '0'] as const),
  ['asks to wait for 3 s', 503, '3'],
  ['asks to wait until a day', 503, 'Wed, 21 Oct 2065 07:28:00 GMT'],
] as const)('call does not retry a GET when the server %s', async (_, status, retryAfter) => {
  replies.push(json(status, { error: { code: 'NO' } }, { 'retry-after': retryAfter }), ok);
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ status, code: 'NO' });
  expect(requests).toHaveLength(1);
});

test('a retry waits up to twice as long as the server asks, so that phones do not return together', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.25);
  const timeout = jest.spyOn(globalThis, 'setTimeout');
  replies.push(outage('1'), ok);
  expect(await call('get', 'v1/things')).toEqual({ id: 1 });
  const waits = timeout.mock.calls.map(([, ms]) => ms);
  expect(waits).toEqual(expect.arrayContaining([1_000, 250]));
});

test.each([
  ['refuses what can wait', 'BUSY', false],
  ['reaches none of its processes', 'UNAVAILABLE', true],
])('a server that %s (%s) counts as cut off: %s', async (_, code, isCutOff) => {
  noteAnswered();
  replies.push(json(503, { error: { code } }, { 'retry-after': '20' }));
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ status: 503, code });
  expect(requests).toHaveLength(1);
  expect(isServerCutOff()).toBe(isCutOff);
});

test('call does not retry while offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  replies.push(reset, ok);
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'unreachable', code: 'NetworkError' });
  expect(requests).toHaveLength(1);
});

test.each<[string, () => void]>([
  ['has ended', forgetToken],
  ['is another one', () => saveToken('another')],
])('a retry is not sent once the session %s', async (_, leave) => {
  saveToken('secret');
  replies.push((request, response) => {
    leave();
    outage('0')(request, response);
  }, ok);
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'rejected', code: 'SESSION_OVER' });
  expect(requests).toHaveLength(1);
});
