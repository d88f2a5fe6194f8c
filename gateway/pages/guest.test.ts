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

test("a guest's frame has an opaque origin, makes no request and runs one script, by its hash", () => {
  const policy = directives();
  assert.deepEqual(policy.get('sandbox'), ['allow-scripts', 'allow-forms']);
  for (const name of ['default-src', 'connect-src', 'frame-src', 'worker-src', 'base-uri', 'form-action'])
    assert.deepEqual(policy.get(name), ["'none'"], name);
  for (const name of ['img-src', 'font-src'])
    assert.ok(policy.get(name)?.every((source) => ['data:', 'blob:'].includes(source)));
  const [hash, ...others] = policy.get('script-src') ?? [];
  assert.match(hash ?? '', /^'sha256-/);
  assert.deepEqual(others, ["'unsafe-eval'"]);
});

const HOSTS = { publicUrl: 'http://pages.example.org', guestOrigin: 'http://guests.example.org' };
const AT_GUESTS = { host: 'guests.example.org', accept: 'text/html' };
const DOCUMENT = '/guest/1.0.0';
const policyOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['content-security-policy']);

test('only the listed pages may embed a guest frame', async (context) => {
  assert.deepEqual(directives('https://app.example.org').get('frame-ancestors'), ['https://app.example.org']);
  const { app, open } = await startPublished(context);
  const document = await app.inject({ url: DOCUMENT, headers: AT_GUESTS });
  assert.equal(document.statusCode, 200);
  assert.match(policyOf(document), /frame-ancestors 'self'$/);
  const page = await open('/app');
  assert.match(policyOf(page), /; frame-src 'self';/);
  assert.doesNotMatch(page.body, /guestOrigin/);
});

test('guest frames on a separate host name may be shown by the pages of the other, which know it', async (context) => {
  const { app } = await startPublished(context, HOSTS);
  const document = await app.inject({ url: DOCUMENT, headers: AT_GUESTS });
  assert.deepEqual([document.statusCode, document.body], [200, HTML]);
  assert.match(policyOf(document), /frame-ancestors http:\/\/pages\.example\.org$/);
  const headers = { host: 'pages.example.org', accept: 'text/html' };
  const offline = await app.inject({ url: DOCUMENT, headers });
  assert.match(policyOf(offline), /frame-ancestors 'self'$/);
  const page = await app.inject({ url: '/app', headers });
  assert.match(policyOf(page), /; frame-src 'self' http:\/\/guests\.example\.org;/);
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
