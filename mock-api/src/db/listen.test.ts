import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { listenTo } from './listen.ts';

it('listenTo tries the next server after one that refuses', async (test) => {
  const tried: string[] = [];
  test.mock.method(pg.Client.prototype, 'end', async () => undefined);
  test.mock.method(pg.Client.prototype, 'connect', async function (this: pg.Client) {
    tried.push(this.host);
    throw new Error('refused');
  });
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const ignore = () => undefined;
  const url = 'postgres://db1,db2/none';
  const stop = listenTo('changes', { url, onNotification: ignore, onLost: ignore });
  await setImmediate();
  for (const expected of [['db1'], ['db1', 'db2'], ['db1', 'db2', 'db1']]) {
    assert.deepEqual(tried, expected);
    test.mock.timers.tick(5_000);
    await setImmediate();
  }
  await stop();
});

it('listenTo reconnects after growing delays of up to five seconds', async (test) => {
  let attempts = 0;
  test.mock.method(pg.Client.prototype, 'end', async () => undefined);
  test.mock.method(pg.Client.prototype, 'connect', async () => {
    attempts += 1;
    throw new Error('refused');
  });
  test.mock.method(Math, 'random', () => 1);
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const ignore = () => undefined;
  const url = 'postgres://127.0.0.1/none';
  const stop = listenTo('changes', { url, onNotification: ignore, onLost: ignore });
  await setImmediate();
  for (const [index, delay] of [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000].entries()) {
    test.mock.timers.tick(delay - 1);
    await setImmediate();
    assert.equal(attempts, index + 1, `before ${delay} ms`);
    test.mock.timers.tick(1);
    await setImmediate();
    assert.equal(attempts, index + 2, `after ${delay} ms`);
  }
  await stop();
});
