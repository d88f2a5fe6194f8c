import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Program } from './programs.ts';

test('a program that a signal ends before it is ready makes waitFor reject immediately', async (context) => {
  const program = new Program('the browser', ['sh', '-c', 'echo begun; kill -KILL $$'], process.env);
  context.after(() => program.end());
  await program.prints(/begun/);
  const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'waited for').unref());
  const found = program.waitFor(async () => undefined);
  await assert.rejects(Promise.race([found, late]), /^Error: the browser ended: begun$/);
});
