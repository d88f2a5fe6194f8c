import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../testing/fixtures.ts';
import { type NewAct, readHistory, recordAct } from './history.ts';

const act = (version: string, more: Partial<NewAct> = {}): NewAct => ({
  who: 'anne',
  what: 'published',
  name: 'surveys',
  version,
  ...more,
});

const versionsIn = async (root: string, by?: string) =>
  (await readHistory(root, 'surveys')).filter(({ who }) => !by || who === by).map(({ version }) => version);

describe('the history', () => {
  it('returns the acts of one remote, oldest first, with who, when and why', async (test) => {
    const root = join(await temporaryFolder(test), 'deploy');
    assert.deepEqual(await readHistory(root, 'surveys'), []);
    await recordAct(root, act('1.0.0'));
    await recordAct(root, act('3.0.0', { name: 'records' }));
    await recordAct(root, act('1.1.0', { what: 'shared', share: 10, why: 'a "first"\nlook' }));
    const [first, second, ...more] = await readHistory(root, 'surveys');
    assert.deepEqual([first?.version, more], ['1.0.0', []]);
    assert.ok(Math.abs(Date.now() - Date.parse(first?.at ?? '')) < 60_000);
    const { at: _at, ...shared } = second ?? {};
    assert.deepEqual(shared, act('1.1.0', { what: 'shared', share: 10, why: 'a "first"\nlook' }));
  });

  it('loses no lines before or after one that was cut off', async (test) => {
    const root = await temporaryFolder(test);
    await recordAct(root, act('1.0.0'));
    await appendFile(join(root, 'history.jsonl'), '{"at":"2026-11-22T10:00:00.000Z","who":"an');
    await recordAct(root, act('1.1.0'));
    assert.deepEqual(await versionsIn(root), ['1.0.0', '1.1.0']);
    assert.equal((await readFile(join(root, 'history.jsonl'), 'utf8')).split('\n').length, 4);
  });

  it('drops an act whose revision was made by a later act', async (test) => {
    const root = await temporaryFolder(test);
    for (const version of ['1.1.0', '1.2.0']) await recordAct(root, act(version, { revision: 7 }));
    assert.deepEqual(await versionsIn(root), ['1.2.0']);
  });

  it('keeps every line when several processes write at once', async (test) => {
    const root = await temporaryFolder(test);
    const script = `
      import { recordAct } from ${JSON.stringify(join(import.meta.dirname, 'history.ts'))};
      for (let i = 0; i < 20; i++) {
        await recordAct(${JSON.stringify(root)}, { who: process.argv[1], what: 'published', name: 'surveys', version: '1.' + i + '.0' });
      }`;
    const write = (who: string) =>
      new Promise((resolve) => {
        const args = ['--input-type=module-typescript', '-e', script, who];
        spawn(process.execPath, args, { stdio: 'inherit' }).once('close', resolve);
      });
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(write)), [0, 0, 0]);
    const written = Array.from({ length: 20 }, (_, i) => `1.${i}.0`);
    for (const who of ['a', 'b', 'c']) assert.deepEqual(await versionsIn(root, who), written);
  });
});
