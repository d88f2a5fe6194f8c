/** Two API processes share a database behind the gateway's proxy; one is killed under load. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { apiProxy } from 'gateway/http/proxy';
import { CallQueue } from 'gateway/http/traffic/call-queue';
import { Upstreams } from 'gateway/http/traffic/upstreams';
import { operation } from 'server-kit/operation';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { copyTemplate } from '../support/database.ts';
import { startServer } from '../support/server-process.ts';

const PHONES = 8;
/** Acknowledged writes before the kill, rounds of calls per phone, and retries per call. */
const BEFORE_KILL = 40;
const CALLS = 25;
const RETRIES = 5;

describe('one of two API processes killed under load', () => {
  it('failover loses no write, and a retry fixes every failed request', async (test) => {
    const files = await copyTemplate('demo');
    const [first, second] = await Promise.all([startServer(files.env), startServer(files.env)]);
    const gateway = fastify();
    test.after(() => gateway.close());
    await gateway.register(operation, { operators: { isOpen: true }, dataFolder: '.' });
    const upstreams = new Upstreams([first.url, second.url]);
    const calls = new CallQueue(50, upstreams);
    await gateway.register(apiProxy, { upstreams, calls });
    const url = await gateway.listen({ host: '127.0.0.1', port: 0 });
    const token = await first.signIn();
    const acknowledged: string[] = [];
    let reach = () => {};
    const enough = new Promise<void>((done) => {
      reach = done;
    });
    let retried = 0;

    const send = async (path: string, init: RequestInit): Promise<number> => {
      for (let attempt = 0; ; attempt += 1) {
        const response = await fetch(url + path, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${token}` },
        });
        await response.arrayBuffer();
        if (response.status < 500) return response.status;
        assert.ok(attempt < RETRIES, `${path} still answered ${response.status} after ${attempt} retries`);
        retried += 1;
      }
    };
    const phone = async (name: string) => {
      for (let call = 0; call < CALLS; call += 1) {
        const email = `${name}-${call}@example.org`;
        const body = JSON.stringify({ email, name, optIn: true });
        const headers = { 'content-type': 'application/json' };
        assert.equal(await send('/api/v1/users/poc', { method: 'POST', headers, body }), 204);
        if (acknowledged.push(email) === BEFORE_KILL) reach();
        assert.equal(await send('/api/v1/users/me', {}), 200);
      }
    };
    const phones = Promise.all(Array.from({ length: PHONES }, (_, index) => phone(`phone${index}`)));
    await Promise.race([enough, phones]);
    await first.end('SIGKILL');
    await phones;
    assert.equal(await second.end('SIGTERM'), 0);

    const { db } = openDatabase<Tables>(readConfig(files.env).database);
    const rows = await db.selectFrom('interest_sign_ups').select('email').execute();
    await db.destroy();
    await files.drop();
    assert.equal(acknowledged.length, PHONES * CALLS);
    assert.deepEqual(new Set(rows.map(({ email }) => email)), new Set(acknowledged));
    console.log(`failover: ${2 * acknowledged.length} calls, ${retried} cured by a retry, 0 lost`);
  });
});
