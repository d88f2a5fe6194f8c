import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readFolder } from '../../common/disk.ts';
import { REPO } from '../../common/paths.ts';
import { publishedFolder } from '../../registry/registry.ts';
import { temporaryFolder, writeFiles, writeRemoteBuild } from '../../testing/fixtures.ts';
import { publishBuilt } from '../publisher.ts';
import { resultLines } from './clause-result.ts';
import { runGate } from './gate.ts';
import { factsOfPlatform } from './host-facts.ts';
import { digestOf, formatReceipt, parseReceipt, RECEIPT_FILE, type Receipt } from './receipt.ts';

const EXAMPLE = join(REPO, 'e2e', 'fixtures', 'plain-survey');

const digestIn = async (folder: string) => digestOf(await readFolder(folder));

describe('the conformance kit’s receipt', () => {
  it('has the same digest for a build and its published copy, which contains no receipt', async (test) => {
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
  });

  it('has another digest when a file or a field of remote.json changes', async (test) => {
    const folder = await temporaryFolder(test);
    await writeRemoteBuild(folder);
    const digests = [await digestIn(folder)];
    await writeFiles(folder, { 'feature.4e5f6a7b.js': 'changed' });
    digests.push(await digestIn(folder));
    await writeFiles(folder, { 'more.js': '' });
    digests.push(await digestIn(folder));
    await writeRemoteBuild(folder, { declaration: { locales: ['en'] } });
    digests.push(await digestIn(folder));
    assert.equal(new Set(digests).size, 4);
  });

  it('is part of the survey example and matches its current files', async () => {
    const results = await runGate({ folder: EXAMPLE, facts: factsOfPlatform(), trust: 'sandboxed' });
    assert.deepEqual(
      resultLines(results).filter((line) => line.startsWith('no ')),
      [],
      'npm run conformance -- e2e/fixtures/plain-survey writes it anew',
    );
  });

  it('survives a round trip, and an invalid field is named', () => {
    const receipt: Receipt = {
      kit: 1,
      name: 'surveys',
      version: '1.0.0',
      digest: `sha384-${'A'.repeat(64)}`,
      at: '2026-11-22T10:00:00.000Z',
      clauses: { draws: 'yes', leaks: 'open' },
    };
    assert.deepEqual(parseReceipt(formatReceipt(receipt), RECEIPT_FILE), receipt);
    const wrong = JSON.stringify({ ...receipt, clauses: { draws: 'maybe' } });
    assert.throws(() => parseReceipt(wrong, RECEIPT_FILE), /conformance\.json: "clauses\.draws" must be one of/);
  });
});
