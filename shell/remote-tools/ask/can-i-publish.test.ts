import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeRemoteBuild } from '../../gateway/fixtures.ts';
import { answerLines, examineBuild } from './can-i-publish.ts';

test('a whole build: yes to every clause', async (t) => {
  const folder = await temporaryFolder(t);
  await writeRemoteBuild(folder);
  assert.deepEqual(answerLines(await examineBuild(folder)), ['yes schema', 'yes contract', 'yes files']);
});

test('a folder with no build in it: no to the schema, by a line that says so', async (t) => {
  const folder = await temporaryFolder(t);
  assert.match(answerLines(await examineBuild(folder)).join(), /^no {2}schema: there is no remote\.json in /);
});

test('a declaration with a wrong field: no to the schema, by the name of the field', async (t) => {
  const folder = await temporaryFolder(t);
  await writeRemoteBuild(folder, { declaration: { container: 'not a name' } });
  assert.match(answerLines(await examineBuild(folder)).join(), /^no {2}schema: .*"container"/);
});

test('another contract and an entry that is not there: no to both', async (t) => {
  const folder = await temporaryFolder(t);
  await writeRemoteBuild(folder, { declaration: { contract: 'desk@1', entry: 'other.js' } });
  await rm(join(folder, 'other.js'), { force: true });
  assert.deepEqual(answerLines(await examineBuild(folder)), [
    'yes schema',
    'no  contract: desk@1 is none of feature@1, survey@1',
    'no  files: other.js is not there',
  ]);
});
