import assert from 'node:assert/strict';
import { test } from 'node:test';
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
