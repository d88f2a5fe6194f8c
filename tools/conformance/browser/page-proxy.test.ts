import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Pipe } from './launch.ts';
import { PageProxy } from './page-proxy.ts';

const SITE = 'https://care.hospital.example';

/** A browser that confirms every command. `answered` resolves when a page's request has its response. */
class ObedientBrowser {
  readonly pipe: Pipe;
  readonly #responses = new Map<unknown, () => void>();

  constructor() {
    const [into, from] = [new PassThrough(), new PassThrough()];
    into.on('data', (sent: Buffer) => {
      for (const line of sent.toString().split('\0').filter(Boolean)) {
        const { id, method, params } = JSON.parse(line);
        from.write(`${JSON.stringify({ id, result: {} })}\0`);
        if (method === 'Fetch.fulfillRequest') this.#responses.get(params.requestId)?.();
      }
    });
    this.pipe = new Pipe(into, from);
  }

  answered(requestId: string): Promise<void> {
    return new Promise((resolve) => this.#responses.set(requestId, resolve));
  }
}

test('pages are quiet once their changes have arrived and the API knows of every survey', async (context) => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"receiptId":"receipt-1"}');
  }).listen(0);
  await once(server, 'listening');
  context.after(() => server.close());
  const gateway = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = new ObedientBrowser();
  const at = { gateway, recorder: gateway, recorderPath: '/recorder/', site: SITE, recorderSite: SITE };
  const proxy = new PageProxy(browser.pipe, at, []);
  const request = (path: string, method = 'GET', body?: object): Promise<void> => {
    const requestId = `${method} ${path}`;
    const sent = { url: SITE + path, method, headers: {}, ...(body ? { postData: JSON.stringify(body) } : {}) };
    proxy.take({ method: 'Fetch.requestPaused', params: { requestId, request: sent }, sessionId: 'page' });
    return browser.answered(requestId);
  };

  const viewed = request('/api/v1/events/1/view', 'POST', {});
  assert.equal(proxy.isQuiet, false);
  await viewed;
  await until(() => proxy.isQuiet);

  await request('/recorder/surveys', 'POST', { Responses: [] });
  // By then, the survey's own request has ended.
  await request('/api/v1/timeline');
  assert.equal(proxy.isQuiet, false);
  await request('/api/v1/survey-receipts', 'POST', { receiptId: 'receipt-1' });
  await until(() => proxy.isQuiet);
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
