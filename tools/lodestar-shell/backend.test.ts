import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { LOCAL_WORK_HEADER } from 'gateway/local-work/access';
import { startPublished, writeTeams } from 'gateway/testing/fixtures';
import { listen, serve } from 'gateway/testing/servers';
import { makeTeam } from 'gateway/testing/teams';
import { openBackend, serveBackend } from './backend.ts';

interface Settings {
  access?: 'read' | 'write';
  localWork?: 'off' | 'read' | 'write';
  /** Answers calls of an API whose accounts are testers. */
  api?(request: IncomingMessage, response: ServerResponse): void;
}

/** Starts a gateway of a hospital, as another machine has it, and what passes calls on to it. */
async function start(test: TestContext, { access = 'read', localWork = 'write', api }: Settings = {}) {
  const calls: IncomingMessage[] = [];
  const apiUrl = await serve(test, (request, response) => {
    if (request.url !== '/readyz') calls.push(request);
    if (api && request.url !== '/api/v1/users/me') return api(request, response);
    response.end(JSON.stringify({ scope: 'full', tester: true }));
  });
  const { app, folder } = await startPublished(test, { apiUrls: [apiUrl], localWork, pinDigits: 6, demo: false });
  const { key, listed } = makeTeam('ward', ['pharmacy']);
  await writeTeams(folder, { ward: listed });
  const { origin } = await listen(app);
  const open = (privateKey = key.privateKey) => openBackend({ url: `${origin}/app`, privateKey, access });
  const pass = async () => {
    const server = await serveBackend(await open());
    test.after(() => server.close());
    return (path: string, init?: RequestInit) => fetch(server.url + path, init);
  };
  return { calls, open, pass, origin };
}

describe('a shell with a deployed backend', () => {
  it('passes reads and sign-ins on, without this machine’s cookies, and nothing else', async (test) => {
    const { pass, calls } = await start(test, {
      api: (_request, response) => {
        response.setHeader('set-cookie', '__Host-lodestar-device=x; Domain=lodestar.example.org; Path=/; Secure');
        response.end('{"events":[]}');
      },
    });
    const ask = await pass();
    const cookie = 'lodestar-override=token; __Host-lodestar-device=x; lodestar-cohort=7';
    const read = await ask('/api/events?limit=3', { headers: { cookie, authorization: 'Bearer t' } });
    assert.deepEqual([read.status, await read.json()], [200, { events: [] }]);
    assert.equal(read.headers.get('set-cookie'), '__Host-lodestar-device=x; Path=/; Secure');
    const signedIn = await ask('/api/v1/sessions', { method: 'POST', body: '{"username":"a"}' });
    assert.equal(signedIn.status, 200);
    const [, events, sessions] = calls;
    assert.deepEqual([events?.url, events?.headers.cookie], ['/api/events?limit=3', '__Host-lodestar-device=x']);
    assert.deepEqual([sessions?.url, sessions?.headers['content-length']], ['/api/v1/sessions', '16']);
    assert.ok(
      calls.every(({ headers }) => !(LOCAL_WORK_HEADER in headers)),
      'the API never sees the token',
    );
    const before = calls.length;
    for (const [path, status] of [
      ['/api/v1/users/me', 403],
      ['/', 403],
      ['/scim/v2/Users', 404],
      ['/outbox', 404],
    ] as const) {
      const refused = await ask(path, { method: 'POST' });
      assert.equal(refused.status, status, path);
      if (status === 403) assert.match((await refused.json()).error.message, /Start lodestar-shell with --writable/);
    }
    assert.equal(calls.length, before);
  });

  it('passes changes on with --writable, and a stream as it comes', async (test) => {
    const { pass, calls } = await start(test, {
      access: 'write',
      api: ({ url }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\n\n');
        if (url !== '/api/v1/stream') response.end();
      },
    });
    const ask = await pass();
    assert.equal((await ask('/api/v1/requests', { method: 'POST', body: '{}' })).status, 200);
    assert.equal(calls.at(-1)?.method, 'POST');
    const ending = new AbortController();
    const stream = await ask('/api/v1/stream', { signal: ending.signal });
    const { value } = (await stream.body?.getReader().read()) ?? {};
    assert.equal(Buffer.from(value ?? []).toString(), 'event: hello\n\n');
    ending.abort();
  });

  it('says what to do when the address is no gateway or refuses it, and takes over the settings of its pages', async (test) => {
    const { open, origin } = await start(test);
    const { settings } = await open();
    assert.deepEqual([settings.pinDigits, settings.demo, settings.signInProviders], [6, false, []]);
    await assert.rejects(
      open(makeTeam('x', []).key.privateKey),
      /npm run keys -- add TEAM --remotes NAME --public-key M/,
    );
    for (const [localWork, says] of [
      ['off', /ALLOW_LOCAL_WORK=read/],
      ['read', /ALLOW_LOCAL_WORK=write/],
    ] as const) {
      const other = await start(test, { access: 'write', localWork });
      await assert.rejects(other.open(), says);
    }
    const { privateKey } = makeTeam('ward', []).key;
    const stranger = await serve(test, (_request, response) => response.writeHead(404).end('no'));
    const openAt = (url: string) => openBackend({ url, privateKey, access: 'read' });
    await assert.rejects(openAt(stranger), /is not a Lodestar gateway, or an older one \(it answered 404\)/);
    await assert.rejects(openAt('http://127.0.0.1:9'), /^PlainError: http:\/\/127\.0\.0\.1:9 is unreachable/);
    assert.ok(origin);
  });
});
