import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { secondsOf, usedSince } from './processors.ts';
import { limitOf, type Throughput } from './throughput.ts';

const measured = (apis: number, use: Throughput['use']): Throughput => ({
  engine: 'PostgreSQL',
  apis,
  behindGateway: false,
  requestsPerSecond: 1,
  p50: 1,
  p99: 1,
  failed: 0,
  use,
});

test('limitOf derives the limit from who uses the processors', () => {
  const one = measured(1, { API: 0.97, database: 0.3, gateway: 0, load: 0.3, other: 0 });
  assert.match(limitOf(one, 2), /^the API: a process uses one processor/);
  const three = measured(3, { API: 1.2, database: 0.4, gateway: 0, load: 0.35, other: 0 });
  assert.match(limitOf(three, 2), /^the machine's 2 processors are used up, most by API$/);
  assert.match(limitOf({ ...three, use: { ...three.use, gateway: 0.95 } }, 8), /^the gateway/);
  assert.match(limitOf({ ...three, use: { ...three.use, other: 0.8 } }, 2), /^other programs/);
  assert.match(limitOf(measured(3, { API: 0.5, database: 0.4, gateway: 0, load: 0.35, other: 0 }), 2), /^waiting/);
});

test('usedSince counts a busy process, also as part of its parent’s family', async (context) => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  context.after(() => child.kill('SIGKILL'));
  const pids = [child.pid ?? 0];
  const family = { pids: [process.pid], family: true };
  const before = await secondsOf(family);
  while (usedSince(before, await secondsOf({ pids })) < 0.1);
  assert.ok(usedSince(before, await secondsOf(family)) >= 0.1);
});
