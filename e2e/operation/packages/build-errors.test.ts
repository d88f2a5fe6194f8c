/** What a team reads when its build fails: a made project with the packed packages, outside this repository. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { makeProject, type Project } from '../../support/hospital/own-repository.ts';

describe('build of a made project', () => {
  let home: string;
  let project: Project;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'build-errors-'));
    project = await makeProject(home, 'feature', 'pharmacy');
  });

  after(() => rm(home, { recursive: true, force: true }));

  /** Returns what a command prints when it fails after a change of a file, which is undone. */
  async function failureAfter(path: string, [from, to]: [string, string], ...command: [string, ...string[]]) {
    const file = join(project.folder, path);
    const before = await readFile(file, 'utf8');
    assert.ok(before.includes(from), `${path} has no ${from}`);
    await writeFile(file, before.replace(from, to));
    try {
      await project.command(...command);
    } catch (thrown) {
      const { stdout, stderr } = thrown as { stdout: string; stderr: string };
      return `${stdout}${stderr}`;
    } finally {
      await writeFile(file, before);
    }
    return assert.fail(`${command[0]} accepted ${to}`);
  }

  test('prints no warning', async () => {
    assert.doesNotMatch(await project.command('build-remote'), /warn|<w>|error|^ +at /im);
  });

  for (const [what, change, expected] of [
    [
      'a module that is missing',
      ['CarePlansScreen.tsx', 'CarePlanScreen.tsx'],
      /^src\/App\.tsx:2:\d+ - error TS2307: /m,
    ],
    ['a name that is missing', ['{ FeatureRemote }', '{ FeatureRemotes }'], /^src\/App\.tsx:1:\d+ - error TS\d+: /m],
  ] as const) {
    test(`names file and line of an import of ${what}`, async () => {
      const said = await failureAfter('src/App.tsx', [...change], 'build-remote');
      assert.match(said, expected);
      assert.doesNotMatch(said, /federation|^ +at /im);
    });
  }

  test('names the file that lacks the label of a link', async () => {
    const said = await failureAfter('webpack.config.cjs', ["en: 'Pharmacy', ", ''], 'build-remote');
    assert.match(said, /webpack\.config\.cjs: navigation\[0\]\.label\.en is missing/);
  });

  test('names the file that lacks a French text', async () => {
    const said = await failureAfter('src/locales/fr.json', ['"empty":', '"emty":'], 'jest', 'i18n');
    assert.match(said, /locales\/fr\.json: \\?"empty\\?" is missing/);
  });
});
