import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { askAsSecondPatient } from './demo-request.ts';

/** Runs askAsSecondPatient against an API with these earlier requests. Returns the calls that reached it. */
async function callsOf(requests: object[], status = 200): Promise<string[]> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const isEnd = request.method === 'DELETE';
    const body = request.url === '/api/v1/sessions' ? { token: 't' } : requests;
    response.writeHead(isEnd ? 204 : status, { 'content-type': 'application/json' });
    response.end(isEnd ? undefined : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  await askAsSecondPatient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await new Promise((closed) => server.close(closed));
  return calls;
}

const ASK = 'POST /api/v1/profiles/1/requests';
const IN = 'POST /api/v1/sessions';
const LIST = 'GET /api/v1/profiles/1/requests';
const OUT = 'DELETE /api/v1/sessions';

test('askAsSecondPatient sends a request and signs out in a fresh demo', async () => {
  assert.deepEqual(await callsOf([]), [IN, LIST, ASK, OUT]);
});

test('askAsSecondPatient sends nothing when the patient has sent a request before', async () => {
  assert.deepEqual(await callsOf([{ id: 'before' }]), [IN, LIST, OUT]);
});

test('askAsSecondPatient logs a message and continues when the patient can’t sign in', async (context) => {
  const said = context.mock.method(console, 'log', () => undefined);
  assert.deepEqual(await callsOf([], 401), [IN]);
  assert.match(String(said.mock.calls[0]?.arguments[0]), /without a waiting request .*401/);
});
