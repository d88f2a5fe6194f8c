import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { guestPolicy } from './guest.ts';

const HTML = '<!doctype html><script>start()</script>';
const directives = (embedder = "'self'") =>
  new Map(
    guestPolicy(HTML, embedder)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name, ...sources]) => [name, sources]),
  );

test("a guest's frame has an opaque origin in any page: no allow-same-origin, popups or top-level navigation", () => {
  assert.deepEqual(directives().get('sandbox'), ['allow-scripts', 'allow-forms']);
});

test("a guest's frame can make no request", () => {
  const policy = directives();
  for (const name of ['default-src', 'connect-src', 'frame-src', 'worker-src', 'base-uri', 'form-action'])
    assert.deepEqual(policy.get(name), ["'none'"], name);
  for (const name of ['img-src', 'font-src'])
    assert.ok(policy.get(name)?.every((source) => ['data:', 'blob:'].includes(source)));
});

test('a guest frame may run one script, by its hash, and no other script element', () => {
  const [hash, evaluation, ...others] = directives().get('script-src') ?? [];
  assert.match(hash ?? '', /^'sha256-/);
  assert.equal(evaluation, "'unsafe-eval'");
  assert.deepEqual(others, []);
});

test('only the listed pages may embed a guest frame', () => {
  assert.deepEqual(directives('https://app.example.org').get('frame-ancestors'), ['https://app.example.org']);
});

const HOSTS = { publicUrl: 'http://pages.example.org', guestOrigin: 'http://guests.example.org' };
const AT_GUESTS = { host: 'guests.example.org', accept: 'text/html' };
const DOCUMENT = '/guest/1.0.0';

test('guest frames come from the pages’ host name by default, and those pages may show them', async (context) => {
  const { app, open } = await startPublished(context);
  const { statusCode, headers } = await app.inject({ url: DOCUMENT, headers: AT_GUESTS });
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'$/);
  const page = await open('/app');
  assert.match(String(page.headers['content-security-policy']), /; frame-src 'self';/);
  assert.doesNotMatch(page.body, /guestOrigin/);
});

test('guest frames on a separate host name may be shown by the pages of the other', async (context) => {
  const { app } = await startPublished(context, HOSTS);
  const { statusCode, headers, body } = await app.inject({ url: DOCUMENT, headers: AT_GUESTS });
  assert.deepEqual([statusCode, body], [200, HTML]);
  assert.match(String(headers['content-security-policy']), /frame-ancestors http:\/\/pages\.example\.org$/);
  const offline = await app.inject({ url: DOCUMENT, headers: { host: 'pages.example.org' } });
  assert.match(String(offline.headers['content-security-policy']), /frame-ancestors 'self'$/);
});

test('pages get the guest host name in their configuration, and may show its frames', async (context) => {
  const { app } = await startPublished(context, HOSTS);
  const page = await app.inject({ url: '/app', headers: { host: 'pages.example.org', accept: 'text/html' } });
  assert.match(String(page.headers['content-security-policy']), /; frame-src 'self' http:\/\/guests\.example\.org;/);
  assert.match(page.body, /"guestOrigin":"http:\/\/guests\.example\.org"/);
  assert.equal((await app.inject('/config.json')).json().guestOrigin, HOSTS.guestOrigin);
});

/** Pages, state, files, API calls and unmatched paths. */
const OTHERS = [
  ...['/', '/app', '/repair', '/config.json', '/registry.json', '/sw.js', '/healthz', '/metrics', '/api/events'],
  ...['/shell/1.0.0/main.11aa22bb.js', '/guest', '/guest/', '/guest/9.9.9', '/guest/../app', '/guest/%2e%2e/app'],
];

test('the guest host name returns 404 for everything else, and sets no cookie', async (context) => {
  const { app } = await startPublished(context, HOSTS);
  for (const url of OTHERS) {
    const { statusCode, headers } = await app.inject({ url, headers: { ...AT_GUESTS, host: 'Guests.example.org' } });
    assert.deepEqual([statusCode, headers['set-cookie']], [404, undefined], url);
  }
  const posted = await app.inject({ method: 'POST', url: DOCUMENT, headers: AT_GUESTS, payload: {} });
  assert.equal(posted.statusCode, 404);
});
