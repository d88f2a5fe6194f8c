import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startOverrides } from '../overrides/fixtures.ts';
import { changeRegistry } from '../registry/registry.ts';
import { manageKeys } from './keys.ts';

/** Sets up a gateway, a version of surveys on another server, and a machine with a team's key. */
async function setUp(test: TestContext) {
  const stage = await startOverrides(test);
  const env: NodeJS.ProcessEnv = { DATA_ROOT: join(stage.folder, 'machine'), TEAM_KEYS_FILE: stage.teamsFile };
  await manageKeys(['create', 'clinic', '--remotes', 'surveys'], env);
  const sign = (...args: string[]) => manageKeys(['sign', ...args], env);
  return { ...stage, env, sign };
}

/** Parses the printed rows, without the line that says where they belong. */
const rowsIn = (said: string) => JSON.parse(`{${said.slice(said.indexOf('\n'))}}`);

describe('npm run keys -- sign', () => {
  it('prints the registry row that makes a version on another server a team’s own', async (test) => {
    const { app, root, url, manifest, sign } = await setUp(test);
    const said = await sign(url);
    assert.match(said, /^In registry\.json, at "remotes\.surveys\.versions":\n/);
    await changeRegistry(root, ({ revision, remotes: { surveys, ...others }, ...more }) => {
      assert.ok(surveys);
      const versions = { ...surveys.versions, ...rowsIn(said) };
      const origins = [...more.origins, new URL(url).origin];
      return {
        ...more,
        origins,
        revision: revision + 1,
        remotes: { ...others, surveys: { ...surveys, active: '1.4.0', versions } },
      };
    });
    const { surveys } = (await app.inject('/registry.json')).json().remotes;
    assert.deepEqual([surveys.active, surveys.versions['1.4.0'].trust], ['1.4.0', 'trusted']);
    assert.equal((await app.inject('/remotes/surveys/1.4.0/remote.json')).body, manifest);
  });

  it('prints the same signature for a file with the same bytes', async (test) => {
    const { folder, url, manifest, sign } = await setUp(test);
    await writeFile(join(folder, 'copy.json'), manifest);
    const [there, here] = [rowsIn(await sign(url)), rowsIn(await sign(join(folder, 'copy.json')))];
    assert.equal(here['1.4.0'].signature.value, there['1.4.0'].signature.value);
    assert.equal(here['1.4.0'].manifest, '/remotes/surveys/1.4.0/remote.json');
  });

  it('refuses anything but a published remote.json, and a key whose team may not publish it', async (test) => {
    const { folder, env, url, sign } = await setUp(test);
    const built = join(folder, 'build', 'remote.json');
    assert.doesNotMatch(await readFile(built, 'utf8'), /"files"/);
    await manageKeys(['create', 'kitchen', '--remotes', 'menu'], env);
    const refusals: [string[], RegExp][] = [
      [[], /^Name one published remote\.json/],
      [[url, url], /^Name one published remote\.json/],
      [[built], /"files" is missing/],
      [[join(folder, 'nothing.json')], /^There is no .*nothing\.json/],
      [[url.replace('remote', 'gone')], /answered 404/],
      [[url, '--key', join(folder, 'machine', 'keys', 'kitchen.pem')], /^Team kitchen may not publish surveys/],
    ];
    for (const [args, sentence] of refusals) {
      await assert.rejects(sign(...args), (error: Error) => sentence.test(error.message), args.join(' '));
    }
  });
});
