import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { listen as listenAt } from '../testing/servers.ts';

const DEV = 'surveys@1.0.0-dev.1';
const typeError = { message: "Type 'string' is not assignable to type 'number'. (TS2322)", file: 'src/a.ts', line: 3 };

async function* read(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + piece).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/m.exec(part) ?? [];
      if (event && data) yield { event, data: JSON.parse(data) };
    }
  }
}

async function setUp(test: TestContext) {
  const published = await startPublished(test, { dev: true });
  const { app } = published;
  const { origin } = await listenAt(app);
  /** Opens the event stream. Returns a function that resolves with the next event's name and data. */
  const listen = async (headers: Record<string, string> = {}) => {
    const leaving = new AbortController();
    test.after(() => leaving.abort());
    const { body } = await fetch(`${origin}/dev/events`, { headers, signal: leaving.signal });
    const events = read(body ?? new ReadableStream());
    return async () => (await events.next()).value;
  };
  const put = (payload: object, name = 'surveys') => app.inject({ method: 'PUT', url: `/dev/errors/${name}`, payload });
  const post = (payload: object) => app.inject({ method: 'POST', url: '/dev/errors', payload });
  return { ...published, listen, put, post };
}

describe('a gateway in dev mode', () => {
  it('sends errors and new registries to open pages and those that connect later, without a fallback in dev', async (test) => {
    const { listen, put, publish } = await setUp(test);
    const early = await listen();
    const wrong = { types: [typeError], build: [] };
    assert.equal((await put(wrong)).statusCode, 204);
    assert.deepEqual(await early(), { event: 'errors', data: { surveys: wrong } });
    const late = await listen();
    assert.deepEqual(await late(), { event: 'errors', data: { surveys: wrong } });
    await put({ types: [], build: [] });
    assert.deepEqual(await late(), { event: 'errors', data: { surveys: { types: [], build: [] } } });
    await publish({ version: '1.0.0-dev.1' });
    const { event, data } = (await late()) ?? {};
    const { active, previous } = data.remotes.surveys;
    assert.deepEqual([event, data.revision, active, previous], ['registry', 6, '1.0.0-dev.1', undefined]);
    const missed = await listen({ 'last-event-id': '5' });
    assert.equal((await missed())?.event, 'errors');
    assert.deepEqual((await missed())?.data, data);
  });

  it('forwards a run-time error to dev commands, with its position in the sources if there is one', async (test) => {
    const { listen, post, publish } = await setUp(test);
    // Line 2, column 5 of the built file is line 7, column 3 of src/survey.tsx.
    const map = { version: 3, sources: ['webpack://built/./src/survey.tsx'], names: [], mappings: ';IAME' };
    const files = { 'exposed.0a1b2c3d.js': 'a\n    b\n', 'exposed.0a1b2c3d.js.map': JSON.stringify(map) };
    await publish({ version: '1.0.0-dev.1', files });
    const next = await listen();
    const folder = '/remotes/surveys/1.0.0-dev.1';
    const stack = `Error: no\n    at b (http://localhost:3000${folder}/exposed.0a1b2c3d.js:2:5)`;
    const { file, line, column, message } = (await post({ remote: DEV, message: 'no\u001b[31m', stack })).json();
    assert.deepEqual([file, line, column], ['src/survey.tsx', 7, 3]);
    assert.equal(message, 'no[31m', 'no control characters for a terminal');
    assert.equal((await next())?.event, 'run-time');
    const unplaced = { remote: DEV, message: 'no', stack: `at ${folder}/gone.js:1:1` };
    assert.deepEqual((await post(unplaced)).json(), unplaced);
  });

  it('returns 400 for an invalid error, state or name, and 413 for a body that is too large', async (test) => {
    const { app, post, put } = await setUp(test);
    const headers = { 'content-type': 'application/json' };
    const answers = [
      app.inject({ method: 'POST', url: '/dev/errors', headers, payload: '{' }),
      ...[{ types: [{}], build: [] }, { types: [] }].map((state) => put(state)),
      put({ types: [], build: [] }, '__proto__'),
      ...[
        [],
        { remote: DEV },
        { remote: DEV, message: 'no', line: 'x' },
        { remote: DEV, message: 'no', code: 'x y' },
      ].map(post),
      ...['surveys@1.0.0', '../x@1.0.0-dev.1'].map((remote) => post({ remote, message: 'no' })),
    ];
    for (const { statusCode, body } of await Promise.all(answers)) assert.equal(statusCode, 400, body);
    assert.equal((await post({ remote: DEV, message: 'x'.repeat(40_000) })).statusCode, 413);
  });
});

it('dev endpoints return 404 outside dev mode', async (test) => {
  const { app } = await startPublished(test);
  const payload = { remote: DEV, message: 'no' };
  assert.equal((await app.inject({ method: 'POST', url: '/dev/errors', payload })).statusCode, 404);
  assert.equal((await app.inject('/dev/events')).statusCode, 404);
});
