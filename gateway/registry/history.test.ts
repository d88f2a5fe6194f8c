import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startScript } from '../testing/commands.ts';
import { temporaryFolder, writeFiles } from '../testing/fixtures.ts';
import { type NewAct, readHistory, recordAct } from './history.ts';

const act = (version: string, more: Partial<NewAct> = {}): NewAct => ({
  ...{ who: 'anne', what: 'published', name: 'surveys', version },
  ...more,
});

const versionsIn = async (root: string, by = 'anne') =>
  (await readHistory(root, 'surveys')).filter(({ who }) => who === by).map(({ version }) => version);

describe('the history', () => {
  it('returns the acts of one remote, oldest first, with who, when and why', async (test) => {
    const root = join(await temporaryFolder(test), 'deploy');
    assert.deepEqual(await readHistory(root, 'surveys'), []);
    const shared = act('1.1.0', { what: 'shared', share: 10, why: 'a "first"\nlook' });
    for (const one of [act('1.0.0'), act('3.0.0', { name: 'records' }), shared]) await recordAct(root, one);
    const [first, { at, ...second } = { at: '' }, ...more] = await readHistory(root, 'surveys');
    assert.deepEqual([first?.version, second, more], ['1.0.0', shared, []]);
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000);
  });

  it('loses no lines before or after one that was cut off, and drops an act whose revision a later act made', async (test) => {
    const root = await temporaryFolder(test);
    await recordAct(root, act('1.0.0'));
    await appendFile(join(root, 'history.jsonl'), '{"at":"2026-11-22T10:00:00.000Z","who":"an');
    for (const version of ['1.1.0', '1.2.0']) await recordAct(root, act(version, { revision: 7 }));
    assert.deepEqual(await versionsIn(root), ['1.0.0', '1.2.0']);
  });

  it('keeps every line when several processes write at once', async (test) => {
    const root = await temporaryFolder(test);
    const script = `
      import { recordAct } from ${JSON.stringify(join(import.meta.dirname, 'history.ts'))};
      const [root, who] = process.argv.slice(2);
      for (let i = 0; i < 20; i++) await recordAct(root, { who, what: 'published', name: 'surveys', version: '1.' + i + '.0' });`;
    await writeFiles(root, { 'write.ts': script });
    const writers = ['a', 'b', 'c'];
    const ends = writers.map((who) => startScript(join(root, 'write.ts'), [root, who]).ended);
    for (const { code, output } of await Promise.all(ends)) assert.equal(code, 0, output);
    const written = Array.from({ length: 20 }, (_, i) => `1.${i}.0`);
    for (const who of writers) assert.deepEqual(await versionsIn(root, who), written);
  });
});
