import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { publishedFolder } from '../../registry/registry.ts';
import { temporaryFolder, writeFiles, writeRemoteBuild } from '../../testing/fixtures.ts';
import { publishBuilt } from '../publisher.ts';
import { resultLines } from './clause-result.ts';
import { runGate } from './gate.ts';
import { factsOfPlatform } from './host-facts.ts';
import { digestOf, formatReceipt, parseReceipt, RECEIPT_FILE, type Receipt } from './receipt.ts';

const EXAMPLE = join(REPO, 'e2e', 'fixtures', 'plain-survey');

const digestIn = async (folder: string) => digestOf(await readFolder(folder));

/** Returns what the gate refuses in a folder. */
const refusalsIn = async (folder: string) =>
  resultLines(await runGate({ folder, facts: factsOfPlatform(), trust: 'sandboxed' })).filter((line) =>
    line.startsWith('no '),
  );

describe('the conformance kit’s receipt', () => {
  it('has the same digest for a build and its published copy, and another when a file or field changes', async (test) => {
    const folder = await temporaryFolder(test);
    const [build, root] = [join(folder, 'build'), join(folder, 'deploy')];
    await writeRemoteBuild(build, { unexamined: true, files: { 'feature.4e5f6a7b.js.map': '{}' } });
    const digest = await digestIn(build);
    await writeFiles(build, { [RECEIPT_FILE]: '{}' });
    assert.equal(await digestIn(build), digest);
    await publishBuilt(root, build);
    const published = await readFolder(publishedFolder(root, 'surveys', '1.0.0'));
    assert.equal(digestOf(published), digest);
    assert.ok(!published.has(RECEIPT_FILE));
    const digests = new Set([digest]);
    for (const [path, text] of Object.entries({ 'feature.4e5f6a7b.js': 'changed', 'more.js': '' })) {
      await writeFiles(build, { [path]: text });
      digests.add(await digestIn(build));
    }
    await writeRemoteBuild(build, { declaration: { locales: ['en'] } });
    assert.equal(digests.add(await digestIn(build)).size, 4);
  });

  it('is part of the survey example and matches its current files', async () => {
    const how = 'npm run conformance -- e2e/fixtures/plain-survey writes it anew';
    assert.deepEqual(await refusalsIn(EXAMPLE), [], how);
  });

  it('is refused when it is of another build, of an earlier kit or names a clause that does not hold', async (test) => {
    const folder = await temporaryFolder(test);
    await writeRemoteBuild(folder);
    const files = await readFolder(folder);
    const receipt = parseReceipt(files.get(RECEIPT_FILE)?.toString() ?? '', RECEIPT_FILE);
    assert.deepEqual(parseReceipt(formatReceipt(receipt), RECEIPT_FILE), receipt);
    const wrong: [change: Partial<Record<keyof Receipt, unknown>>, message: RegExp][] = [
      [{ name: 'forms' }, /"name" and "version" are forms 1\.0\.0/],
      [{ version: '1.0.1' }, /"name" and "version" are surveys 1\.0\.1/],
      [{ digest: `sha384-${'A'.repeat(64)}` }, /"digest" is of other files/],
      [{ kit: receipt.kit - 1 }, /"kit" is 1, an earlier one than 2/],
      [{ clauses: { draws: 'no', leaks: 'open' } }, /draws failed: .*leaks was not checked/],
      [{ clauses: {} }, /it lists no clause/],
      [{ clauses: { draws: 'maybe' } }, /conformance\.json: "clauses\.draws" must be one of/],
    ];
    for (const [change, message] of wrong) {
      await writeFiles(folder, { [RECEIPT_FILE]: JSON.stringify({ ...receipt, ...change }) });
      assert.match((await refusalsIn(folder)).join('\n'), message);
    }
  });
});
