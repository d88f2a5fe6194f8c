import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addPassed, readPassed } from './records.ts';

const folder = await mkdtemp(join(tmpdir(), 'records-'));
after(() => rm(folder, { recursive: true, force: true }));

test('stages that passed are recorded, also in a fresh clone, and only for what was tested', async () => {
  process.env.DATA_ROOT = join(folder, 'not-made-yet');
  await addPassed('one', 'lint');
  await addPassed('one', 'types');
  assert.deepEqual([await readPassed('one'), await readPassed('two')], [['lint', 'types'], []]);
});
