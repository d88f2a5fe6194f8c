import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { resultLines } from 'gateway/publish/gate/clause-result';
import { runGate } from 'gateway/publish/gate/gate';
import { factsOfPlatform } from 'gateway/publish/gate/host-facts';
import { temporaryFolder, writeFiles } from 'gateway/testing/fixtures';
import { serve } from 'gateway/testing/servers';
import { readFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { CI_FILES } from './common.ts';
import { createRemote } from './create-remote.ts';
import { readJobs } from './testing/ci-files.ts';

const run = promisify(execFile);

/** Commands of every project. */
const SCRIPTS = 'build dev test e2e lint types can-i-publish publish-remote upgrade'.split(' ');

const INTEGRITY = `sha384-${'A'.repeat(64)}`;

const BIOME = join(REPO, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

test('a feature uses its name in its paths, slice, texts and title', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['feature', 'dental-care', '--to', folder]);
  const text = async (path: string) => readFile(join(folder, path), 'utf8');
  assert.match(await text('webpack.config.cjs'), /path: '\/dental-care\/\*', guard: 'patient'/);
  assert.match(await text('src/store.ts'), /defineSlice<Topics>\('dental-care'/);
  assert.match(await text('src/locales/en.json'), /"title": "Dental care"/);
  for (const [path, content] of await readFolder(folder)) assert.doesNotMatch(`${path} ${content}`, /sample/i, path);
  assert.match(await text('.github/workflows/ci.yml'), /publish-remote -- dental-care .* "--\$ACTION"\n/);
  const { dependencies } = JSON.parse(await text('package.json'));
  const platform = JSON.parse(await readFile(join(REPO, 'shared-ui', 'package.json'), 'utf8'));
  assert.equal(dependencies.react, platform.dependencies.react);
  assert.ok(!('shared-ui' in dependencies), 'a stranger’s package of that name would be installed');
});

for (const args of [
  ['feature', 'a'],
  ['feature', 'department-of-cardiology'],
  ['surveys', 'my-hospital'],
  ['surveys', 'my-hospital', '--template', 'vue'],
  ['surveys', 'my-hospital', '--template', 'svelte'],
  ['surveys', 'my-hospital', '--template', 'react'],
]) {
  test(`a project of "${args.join(' ')}" passes its own lint, and has every script that its CI runs`, async (t) => {
    const folder = await temporaryFolder(t);
    await createRemote([...args, '--to', folder]);
    await run(process.execPath, [BIOME, 'check', '--error-on-warnings'], { cwd: folder });
    const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    for (const script of SCRIPTS) assert.ok(script in scripts, script);
    const files = await readFolder(folder);
    for (const path of ['.gitignore', 'CHANGELOG.md', 'e2e/global-setup.ts']) assert.ok(files.has(path), path);
    for (const ci of CI_FILES) {
      const called = [...String(files.get(ci)).matchAll(/npm run ([\w-]+)/g)].map(([, script = '']) => script);
      assert.ok(called.length > 0, ci);
      for (const script of called) assert.ok(script in scripts, script);
    }
  });

  test(`the CI files of "${args.join(' ')}" check, show previews, publish and promote with the same commands`, async (t) => {
    const folder = await temporaryFolder(t);
    await createRemote([...args, '--to', folder]);
    const { github, gitlab, jenkins } = await readJobs(folder);
    const { check, ...withKey } = github;
    assert.deepEqual(Object.keys(withKey), ['preview', 'end-preview', 'publish', 'promote']);
    // GitHub's file writes the key, which is a file on the others.
    const last = Object.entries(withKey).map(([name, commands]) => [name, commands.slice(-1)]);
    const commands = { check, ...Object.fromEntries(last) };
    assert.deepEqual(gitlab, commands);
    assert.deepEqual(jenkins, commands);
    assert.ok(check?.includes('npm run e2e'));
    assert.match(String(commands.preview), /^npm run publish-remote -- --gateway .* --preview "\$PREVIEW" --link-file/);
    assert.match(String(commands['end-preview']), /--preview "\$PREVIEW" --end$/);
  });
}

test('with --platform, a project has the newest packages in its own folder and depends on them', async (t) => {
  const home = await temporaryFolder(t);
  const [platform, folder] = [join(home, 'packed'), join(home, 'pharmacy')];
  const files = ['shared-ui-2.9.1.tgz', 'shared-ui-2.10.0.tgz', 'remote-tools-1.0.0.tgz', 'lodestar-shell-1.0.0.tgz'];
  await writeFiles(platform, Object.fromEntries(files.map((file) => [file, file])));
  await createRemote(['feature', 'pharmacy', '--to', folder, '--platform', platform]);
  const { devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  assert.equal(devDependencies['shared-ui'], 'file:platform/shared-ui-2.10.0.tgz');
  assert.equal(devDependencies['lodestar-shell'], 'file:platform/lodestar-shell-1.0.0.tgz');
  assert.deepEqual((await readdir(join(folder, 'platform'))).sort(), files.slice(1).sort());
});

test('createRemote writes nothing when --platform lacks packages or the folder is not empty', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFiles(folder, { 'notes.txt': 'mine' });
  const create = (...args: string[]) => createRemote(['feature', 'pharmacy', '--to', ...args]);
  await assert.rejects(
    create(join(folder, 'pharmacy'), '--platform', folder),
    /has no shared-ui-VERSION\.tgz and remote-tools-VERSION\.tgz\. "npm run pack-platform"/,
  );
  await assert.rejects(create(folder), /is not empty/);
  assert.deepEqual(await readdir(folder), ['notes.txt']);
});

test('end-to-end tests build first, so that they never test an old build', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['feature', 'pharmacy', '--to', folder]);
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  assert.equal(scripts.e2e, 'npm run build && playwright test');
});

test('a surveys project builds and passes its test without installing anything, and may be published', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['surveys', 'my-hospital', '--to', folder]);
  await run(process.execPath, ['build.mjs'], { cwd: folder });
  // A separate test run, not a part of this one.
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env });
  assert.match(stdout, /# pass 2\n/);
  const results = await runGate({ folder: join(folder, 'dist'), facts: factsOfPlatform(), trust: 'trusted' });
  for (const line of resultLines(results)) assert.match(line, /^yes /);
});

test('a surveys project with a framework has its packages, texts and questions, and a README that names its files', async (t) => {
  const { devDependencies } = JSON.parse(await readFile(join(REPO, 'e2e', 'package.json'), 'utf8'));
  for (const [template, own] of [
    ['vue', 'src/SurveyForm.vue'],
    ['svelte', 'src/SurveyForm.svelte'],
    ['react', 'src/SurveyForm.jsx'],
  ] as const) {
    const folder = await temporaryFolder(t);
    await createRemote(['surveys', 'my-clinic', '--template', template, '--to', folder]);
    const files = await readFolder(folder);
    const text = (path: string) => String(files.get(path));
    const project = JSON.parse(text('package.json'));
    assert.equal(project.scripts.build, 'vite build');
    assert.ok(template in project.dependencies);
    // Versions with which this repository tests the templates, where it has them.
    const used = { ...project.dependencies, ...project.devDependencies };
    for (const name of ['vite', 'vue', '@vitejs/plugin-vue', '@vitejs/plugin-react'])
      assert.ok([undefined, devDependencies[name]].includes(used[name]), name);
    assert.match(text('remote.mjs'), /`my_clinic_surveys_\$/);
    assert.match(text('src/questions.js'), /^export const SURVEYS = \{$/m);
    const named = [...text('README.md').matchAll(/^\| `([\w./]+)` /gm)].map(([, file = '']) => file);
    assert.ok(named.includes(own));
    for (const file of named)
      assert.ok(
        [...files.keys()].some((path) => path.startsWith(file)),
        file,
      );
    for (const [path, content] of files) assert.doesNotMatch(`${path} ${content}`, /hospital-survey|\{\{[a-z]/, path);
  }
});

const refused: [args: string[], says: RegExp][] = [
  [[], /^PlainError: Creates a project/],
  [['desk', 'pharmacy'], /^PlainError: Creates a project/],
  [['feature', 'Pharmacy', '--to', 'there'], /like "my-hospital", not "Pharmacy"/],
  [['feature', 'pharmacy'], /needs --to/],
  [['surveys', 'my-hospital', '--template', 'angular'], /--template is for surveys, and is plain, react, vue, svelte/],
  [['feature', 'pharmacy', '--to', 'there', '--template', 'vue'], /--template is for surveys/],
  [['feature', 'records', '--to', 'there'], /"records" is taken: .* "my-records"/],
];

test('createRemote rejects wrong arguments and taken names, and describes itself with --help', async () => {
  for (const [args, says] of refused) await assert.rejects(createRemote(args), says);
  assert.match(await createRemote(['--help']), /^Creates a project/);
});

test('createRemote --gateway refuses the name of a remote there, and creates nothing', async (t) => {
  const remotes = {
    pharmacy: { active: '1.0.0', versions: { '1.0.0': { manifest: '/m.json', integrity: INTEGRITY } } },
  };
  const gateway = await serve(t, (_request, response) => {
    response.end(JSON.stringify({ schema: 2, revision: 1, origins: ['self'], remotes }));
  });
  const home = await temporaryFolder(t);
  const create = (name: string) => createRemote(['feature', name, '--to', join(home, name), '--gateway', gateway]);
  await assert.rejects(create('pharmacy'), /^PlainError: "pharmacy" is taken: http:.* has a remote of that name/);
  assert.deepEqual(await readdir(home), []);
  await create('dental-care');
  assert.deepEqual(await readdir(home), ['dental-care']);
});
