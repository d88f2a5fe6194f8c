import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Balancer } from './balancer.ts';
import { nothingMet, Phone } from './phone.ts';
import { useWhile } from './restarts.ts';

test('useWhile stops phones with undeliverable surveys and rejects when its work fails', async (context) => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const server = createServer((request, reply) => {
    const isRecorder = request.url === '/recorder/';
    if (isRecorder) asked();
    const isList = ['/api/events', '/api/v1/survey-tokens'].includes(request.url ?? '');
    const body = isList ? '[{"id":"one","token":"two"}]' : '{"token":"one"}';
    reply.writeHead(isRecorder ? 503 : 200, { 'retry-after': '1' }).end(body);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const balancer = new Balancer([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  context.after(() => {
    balancer.close();
    server.closeAllConnections();
    server.close();
  });
  const met = nothingMet();
  const phone = new Phone({ email: 'one@example.org', password: 'Demo-pass1', name: 'One' }, balancer, met, () => '');
  const work = async () => {
    await isAsked;
    throw new Error('the process did not start again');
  };
  await assert.rejects(useWhile([(...until) => phone.use(...until)], work), /^Error: the process did not start again$/);
  assert.deepEqual([met.handedIn, met.receipts.size], [1, 0]);
});
