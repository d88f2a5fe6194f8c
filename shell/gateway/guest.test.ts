import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPublished } from './fixtures.ts';
import { guestPolicy } from './guest.ts';

const HTML = '<!doctype html><script>start()</script>';
const directives = (embedder = "'self'") =>
  new Map(
    guestPolicy(HTML, embedder)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );

test("a guest's frame has an opaque origin, whichever page shows it: no allow-same-origin, no popups, no way to the top", () => {
  assert.deepEqual(directives().get('sandbox'), ['allow-scripts', 'allow-forms']);
});

test("a guest's frame reaches nothing", () => {
  const policy = directives();
  for (const name of ['default-src', 'connect-src', 'frame-src', 'worker-src', 'base-uri', 'form-action'])
    assert.deepEqual(policy.get(name), ["'none'"], name);
  for (const name of ['img-src', 'font-src'])
    assert.deepEqual(
      policy.get(name)?.filter((source) => !['data:', 'blob:'].includes(source)),
      [],
      name,
    );
});

test('one script may run there, by its hash, and no other element of a script', () => {
  const [hash, evaluation, ...others] = directives().get('script-src') ?? [];
  assert.match(hash ?? '', /^'sha256-/);
  assert.equal(evaluation, "'unsafe-eval'");
  assert.deepEqual(others, []);
});

test('only the pages that are named may show it', () => {
  assert.deepEqual(directives('https://app.example.org').get('frame-ancestors'), ['https://app.example.org']);
});

const HOSTS = { publicUrl: 'http://pages.example.org', guestOrigin: 'http://guests.example.org' };
const AT_GUESTS = { host: 'guests.example.org', accept: 'text/html' };
const DOCUMENT = '/guest/1.0.0';

test('without a host name of its own the frame comes from the pages’, and they may show it', async (context) => {
  const { app } = await startPublished(context);
  const { statusCode, headers } = await app.inject({ url: DOCUMENT, headers: AT_GUESTS });
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'$/);
  const page = await app.inject({ url: '/app', headers: { accept: 'text/html' } });
  assert.match(String(page.headers['content-security-policy']), /; frame-src 'self';/);
  assert.doesNotMatch(page.body, /guestOrigin/);
});

test('on a host name of its own the frame may be shown by the pages of the other', async (context) => {
  const { app } = await startPublished(context, HOSTS);
  const { statusCode, headers, body } = await app.inject({ url: DOCUMENT, headers: AT_GUESTS });
  assert.deepEqual([statusCode, body], [200, HTML]);
  assert.match(String(headers['content-security-policy']), /frame-ancestors http:\/\/pages\.example\.org$/);
  const offline = await app.inject({ url: DOCUMENT, headers: { host: 'pages.example.org' } });
  assert.match(String(offline.headers['content-security-policy']), /frame-ancestors 'self'$/);
});

test('pages are told that host name, and may show frames of it', async (context) => {
  const { app } = await startPublished(context, HOSTS);
  const page = await app.inject({ url: '/app', headers: { host: 'pages.example.org', accept: 'text/html' } });
  assert.match(String(page.headers['content-security-policy']), /; frame-src 'self' http:\/\/guests\.example\.org;/);
  assert.match(page.body, /"guestOrigin":"http:\/\/guests\.example\.org"/);
  assert.equal((await app.inject('/config.json')).json().guestOrigin, HOSTS.guestOrigin);
});

/** Pages, state, files, calls and what nothing answers. */
const OTHERS = [
  ...['/', '/app', '/repair', '/config.json', '/registry.json', '/sw.js', '/healthz', '/metrics', '/api/events'],
  ...['/shell/1.0.0/main.11aa22bb.js', '/guest', '/guest/', '/guest/9.9.9', '/guest/../app', '/guest/%2e%2e/app'],
];

test('a host name for guests answers 404 for all else, and sets no cookie', async (context) => {
  const { app } = await startPublished(context, HOSTS);
  for (const url of OTHERS) {
    const { statusCode, headers } = await app.inject({ url, headers: { ...AT_GUESTS, host: 'Guests.example.org' } });
    assert.deepEqual([statusCode, headers['set-cookie']], [404, undefined], url);
  }
  const posted = await app.inject({ method: 'POST', url: DOCUMENT, headers: AT_GUESTS, payload: {} });
  assert.equal(posted.statusCode, 404);
});
