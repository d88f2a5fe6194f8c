/** Two gateways and two APIs behind HAProxy with docs/deploy/haproxy.cfg. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { makePeople, type Person } from './people.ts';
import { type Production, startProduction } from './production.ts';

const COUNTS = { api: 2, recorder: 1, gateway: 2 };
/** Wrong wristband codes after which an address is blocked. */
const MOST_GUESSES = 6;
const CALLER = '127.0.0.5';
const NEIGHBOUR = '127.0.0.6';
const PATIENT = { timeout: timeOuts.longTest };

describe('a fleet behind HAProxy', () => {
  let production: Production;
  let person: Person;
  before(async () => {
    production = await startProduction(COUNTS, { LIMIT_LOGIN_FAILURES_PER_ADDRESS: String(MOST_GUESSES) });
    const [only] = await makePeople(production.postgres.url, 1);
    assert.ok(only);
    person = only;
  });
  after(() => production?.stop());

  const get = (path: string) => production.balancer.send({ method: 'GET', path, headers: {}, body: undefined });
  const post = (from: string, path: string, body: object, forged: object = {}) => {
    const headers = { 'content-type': 'application/json', ...forged };
    return production.balancer.send(
      { method: 'POST', path, headers, body: Buffer.from(JSON.stringify(body)) },
      { from },
    );
  };

  it('counts guesses at wristband codes by the address of the caller, which nobody can forge', async () => {
    const scan = async (from: string, number: number, forged: string) => {
      const said = await post(
        from,
        '/api/v1/sessions/code',
        { code: `ER9000000${number}` },
        { 'x-forwarded-for': forged },
      );
      return JSON.parse(said.text).error.code;
    };
    const codes: string[] = [];
    for (let number = 0; number <= MOST_GUESSES; number += 1)
      codes.push(await scan(CALLER, number, `203.0.113.${number}`));
    assert.deepEqual(codes, [...Array(MOST_GUESSES).fill('BARCODE_UNKNOWN'), 'LOGIN_BLOCKED']);
    assert.equal(await scan(CALLER, 7, NEIGHBOUR), 'LOGIN_BLOCKED');
    assert.equal(await scan(NEIGHBOUR, 8, CALLER), 'BARCODE_UNKNOWN');
  });

  it('a gateway that stops fails no call, and its streams go on at the other one', async (t) => {
    const { email: username, password } = person;
    const signedIn = await post(NEIGHBOUR, '/api/v1/sessions', { username, password });
    const { token } = JSON.parse(signedIn.text) as { token: string };
    let isOver = false;
    let opened = 0;
    const bodies = new Set<IncomingMessage>();
    const statuses = new Set<number>();
    const call = async () => {
      while (!isOver) statuses.add((await get('/api/health')).status);
    };
    const follow = async () => {
      while (!isOver) {
        const body = await openStream(token);
        opened += 1;
        bodies.add(body);
        // A gateway that stops cuts its streams, which is an error.
        await new Promise((resolve) => body.once('close', resolve));
        bodies.delete(body);
      }
    };
    const follower = [follow(), follow()];
    await t.waitFor(() => assert.equal(opened, 2), PATIENT);
    const caller = call();
    for (const gateway of production.of('gateway')) {
      const before = opened;
      await gateway.end('SIGTERM');
      await t.waitFor(() => assert.ok(opened > before && bodies.size === 2), PATIENT);
      gateway.spawn();
      await gateway.whenReady();
    }
    isOver = true;
    for (const body of bodies) body.destroy();
    await Promise.all([caller, ...follower]);
    assert.deepEqual([...statuses], [200]);
  });

  /** Opens an event stream. Resolves once it is live. */
  async function openStream(token: string): Promise<IncomingMessage> {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const path = '/api/v1/stream?content=events';
    const { status, body } = await production.balancer.open({ method: 'GET', path, headers, body: undefined });
    assert.equal(status, 200);
    body.on('error', () => undefined);
    await once(body, 'data');
    return body;
  }
});
