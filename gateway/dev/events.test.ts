import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { listen as listenAt } from '../testing/servers.ts';

const DEV = 'surveys@1.0.0-dev.1';
const typeError = { message: "Type 'string' is not assignable to type 'number'. (TS2322)", file: 'src/a.ts', line: 3 };

/** Opens the event stream of a gateway in dev mode and yields each event's name and data. */
async function eventsOf(test: TestContext, address: string, headers: Record<string, string>) {
  const leaving = new AbortController();
  test.after(() => leaving.abort());
  const { body } = await fetch(`${address}/dev/events`, { headers, signal: leaving.signal });
  return read(body ?? new ReadableStream());
}

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
  const { origin } = await listenAt(published.app);
  const listen = async (headers: Record<string, string> = {}) => {
    const events = await eventsOf(test, origin, headers);
    return async () => (await events.next()).value;
  };
  const { app } = published;
  const put = (payload: unknown, name = 'surveys') =>
    app.inject({ method: 'PUT', url: `/dev/errors/${name}`, payload: payload as object });
  const post = (payload: unknown) => app.inject({ method: 'POST', url: '/dev/errors', payload: payload as object });
  return { ...published, listen, put, post };
}

describe('/dev/events', () => {
  it('sends the errors of remotes under development, on connection and after every change', async (test) => {
    const { listen, put } = await setUp(test);
    const early = await listen();
    const wrong = { types: [typeError], build: [] };
    assert.equal((await put(wrong)).statusCode, 204);
    assert.deepEqual(await early(), { event: 'errors', data: { surveys: wrong } });
    const late = await listen();
    assert.deepEqual(await late(), { event: 'errors', data: { surveys: wrong } });
    await put({ types: [], build: [] });
    assert.deepEqual(await late(), { event: 'errors', data: { surveys: { types: [], build: [] } } });
  });

  it('sends every new registry, also to those that reconnect, without a fallback for remotes under development', async (test) => {
    const { listen, publish } = await setUp(test);
    const next = await listen();
    await publish({ version: '1.0.0-dev.1' });
    const { event, data } = (await next()) ?? {};
    const { active, previous } = data.remotes.surveys;
    assert.deepEqual([event, active, previous], ['registry', '1.0.0-dev.1', undefined]);
    const missed = await listen({ 'last-event-id': '5' });
    assert.deepEqual((await missed())?.data, data);
    assert.equal(data.revision, 6);
  });
});

describe('/dev/errors', () => {
  it('forwards a run-time error to dev commands, with its position in the sources', async (test) => {
    const { listen, post, publish } = await setUp(test);
    // Line 2, column 5 of the built file is line 7, column 3 of src/survey.tsx.
    const map = { version: 3, sources: ['webpack://built/./src/survey.tsx'], names: [], mappings: ';IAME' };
    const files = { 'exposed.0a1b2c3d.js': 'a\n    b\n', 'exposed.0a1b2c3d.js.map': JSON.stringify(map) };
    await publish({ version: '1.0.0-dev.1', files });
    const next = await listen();
    const stack = 'Error: no\n    at b (http://localhost:3000/remotes/surveys/1.0.0-dev.1/exposed.0a1b2c3d.js:2:5)';
    const answer = await post({ remote: DEV, message: 'no\u001b[31m', stack });
    const { file, line, column, message } = answer.json();
    assert.deepEqual([file, line, column], ['src/survey.tsx', 7, 3]);
    assert.equal(message, 'no[31m', 'no control characters for a terminal');
    assert.deepEqual(await next(), { event: 'run-time', data: answer.json() });
  });

  it('returns the error without a position when none can be found', async (test) => {
    const { post } = await setUp(test);
    const error = { remote: DEV, message: 'no', stack: 'at /remotes/surveys/1.0.0-dev.1/gone.js:1:1' };
    const answer = await post(error);
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), error);
  });

  it('returns 400 for an invalid error, state or name, and 413 for a body that is too large', async (test) => {
    const { app, post, put } = await setUp(test);
    const headers = { 'content-type': 'application/json' };
    const answers = [
      await app.inject({ method: 'POST', url: '/dev/errors', headers, payload: '{' }),
      await put({ types: [{}], build: [] }),
      await put({ types: [] }),
      await put({ types: [], build: [] }, '__proto__'),
    ];
    for (const body of [
      [],
      { remote: DEV },
      { remote: 'surveys@1.0.0', message: 'no' },
      { remote: '../x@1.0.0-dev.1', message: 'no' },
      { remote: DEV, message: 'no', line: 'x' },
      { remote: DEV, message: 'no', code: 'x y' },
    ])
      answers.push(await post(body));
    for (const { statusCode, body } of answers) assert.equal(statusCode, 400, body);
    assert.equal((await post({ remote: DEV, message: 'x'.repeat(40_000) })).statusCode, 413);
  });

  it('dev endpoints return 404 outside dev mode', async (test) => {
    const { app } = await startPublished(test);
    const payload = { remote: DEV, message: 'no' };
    assert.equal((await app.inject({ method: 'POST', url: '/dev/errors', payload })).statusCode, 404);
    assert.equal((await app.inject('/dev/events')).statusCode, 404);
  });
});
