import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runStages, type Stage } from './stages.ts';

const folder = await mkdtemp(join(tmpdir(), 'stages-'));
after(() => rm(folder, { recursive: true }));

const stage = (name: string, needs: string[], script: string): Stage => ({
  name,
  after: needs,
  commands: [[process.execPath, '-e', `const fs = require('node:fs'); ${script}`]],
});

/** Code that continues once a file exists. */
const whenThere = (file: string, then: string) =>
  `const timer = setInterval(() => { if (fs.existsSync('${file}')) { clearInterval(timer); ${then} } }, 10);`;

async function outputOf(stages: Stage[]) {
  let output = '';
  const results = await runStages(stages, process.env, (text) => {
    output += text;
  });
  return { output, results: results.map(({ name, ok, passed, failed }) => ({ name, ok, passed, failed })) };
}

test('independent stages run at the same time and their output is printed in order', async () => {
  const file = join(folder, 'second');
  const { output, results } = await outputOf([
    stage('first', [], whenThere(file, "console.log('1 passed, 0 failed')")),
    stage('second', [], `console.log('2 passed, 0 failed'); fs.writeFileSync('${file}', '');`),
    stage('third', ['first'], "console.log('3 passed, 0 failed')"),
  ]);
  assert.equal(
    output,
    ['first', '1', 'second', '2', 'third', '3']
      .map((word) => (Number(word) > 0 ? `${word} passed, 0 failed\n` : `\n== ${word} ==\n`))
      .join(''),
  );
  assert.deepEqual(results, [
    { name: 'first', ok: true, passed: 1, failed: 0 },
    { name: 'second', ok: true, passed: 2, failed: 0 },
    { name: 'third', ok: true, passed: 3, failed: 0 },
  ]);
});

// The stages end only once the output of the process that `endless` started is closed.
test('a failed stage stops those that run, with what they started, and those that need it', {
  timeout: 30_000,
}, async () => {
  const file = join(folder, 'running');
  const child = "['-e', 'setInterval(() => undefined, 1e3)'], { stdio: 'inherit' }";
  const { output, results } = await outputOf([
    stage(
      'endless',
      [],
      `require('node:child_process').spawn(process.execPath, ${child}); fs.writeFileSync('${file}', '');`,
    ),
    stage('failing', [], whenThere(file, 'process.exit(1);')),
    stage('never', ['failing'], "console.log('it ran')"),
  ]);
  assert.deepEqual(results, [{ name: 'failing', ok: false, passed: 0, failed: 1 }]);
  assert.doesNotMatch(output, /it ran/);
});
