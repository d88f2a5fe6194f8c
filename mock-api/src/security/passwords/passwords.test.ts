import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TaskLimiter } from './passwords.ts';

/** Returns work that ends when its `end` is called. */
function work() {
  let end: (error?: Error) => void = () => undefined;
  const promise = new Promise<string>((done, fail) => {
    end = (error) => (error ? fail(error) : done('done'));
  });
  return { promise, end: (error?: Error) => end(error) };
}

test('Turns limits concurrency and keeps order, even after a failure', async () => {
  const turns = new TaskLimiter(2);
  const begun: string[] = [];
  const works = { a: work(), b: work(), c: work(), d: work() };
  const [a, b, c, d] = Object.entries(works).map(([name, { promise }]) =>
    turns.run(() => {
      begun.push(name);
      return promise;
    }),
  );
  assert.deepEqual(begun, ['a', 'b']);
  works.b.end(new Error('b failed'));
  await assert.rejects(async () => b, /b failed/);
  assert.deepEqual(begun, ['a', 'b', 'c']);
  works.a.end();
  assert.equal(await a, 'done');
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  works.c.end();
  works.d.end();
  assert.deepEqual(await Promise.all([c, d]), ['done', 'done']);
});
