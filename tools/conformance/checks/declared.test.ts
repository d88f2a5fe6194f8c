import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBroken } from 'e2e/fixtures/broken-surveys/broken';
import { FILE_SLIPS } from 'e2e/fixtures/broken-surveys/slips';
import { readFolder } from 'server-kit/disk';
import { Findings } from '../findings.ts';
import { inFolder } from '../source.ts';
import { checkDeclared } from './declared.ts';

async function found(difference: Parameters<typeof writeBroken>[2]) {
  return inFolder(async (folder) => {
    await writeBroken(folder, '2.1.0', difference);
    const findings = new Findings();
    checkDeclared(await readFolder(folder), findings);
    return findings.all().filter(({ holds }) => holds === 'no');
  });
}

test('a remote that keeps every clause has no faults in its files', async () => {
  assert.deepEqual(await found({}), []);
});

for (const { name, breaks, seen, ...difference } of FILE_SLIPS) {
  test(`a remote with ${name} is refused for the clause "${breaks}" only`, async () => {
    const [fault, ...others] = await found(difference);
    assert.deepEqual(others, []);
    assert.equal(fault?.clause, breaks);
    assert.match(fault.seen.join('\n'), seen);
  });
}
