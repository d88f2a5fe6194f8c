import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { LOCAL_GATEWAY, startOverrides } from '../testing/overrides.ts';
import { listen, serve } from '../testing/servers.ts';
import { createTeam } from '../trust/teams.ts';
import { makeOverride } from './command.ts';

/** Starts a listening gateway, and creates a key on its machine for a team that may publish surveys. */
async function start(test: TestContext) {
  const stage = await startOverrides(test, undefined, { publicUrl: LOCAL_GATEWAY });
  const { origin: gateway } = await listen(stage.app);
  const DATA_ROOT = join(stage.folder, 'machine');
  const env: NodeJS.ProcessEnv = { DATA_ROOT, TEAM_KEYS_FILE: stage.teamsFile, PUBLIC_URL: gateway };
  await createTeam(env, 'clinic', ['surveys']);
  return { ...stage, gateway, env };
}

describe('npm run override', () => {
  it('prints a link that works at the gateway, on any port, and how long it is valid', async (test) => {
    const { app, env, url, gateway } = await start(test);
    const { output, warning } = await makeOverride(['surveys-mfe', url, '--minutes', '5'], env);
    assert.equal(warning, undefined);
    const [first, link = ''] = output.split('\n');
    assert.equal(first, 'surveys 1.4.0, for 5 minutes, in the browser that opens this link:');
    assert.ok(link.startsWith(`${gateway}/override?token=`));
    const { statusCode, headers } = await app.inject({ url: link.slice(gateway.length) });
    assert.deepEqual([statusCode, headers.location], [303, '/']);
  });

  it('reports immediately why the gateway refuses the link', async (test) => {
    const { env, url, folder } = await start(test);
    const off = await serve(test, (_request, response) => response.writeHead(404).end());
    const elsewhere = { DATA_ROOT: join(folder, 'other'), TEAM_KEYS_FILE: join(folder, 'other', 'teams.json') };
    await createTeam({ ...env, ...elsewhere }, 'clinic', ['surveys']);
    for (const [change, warning] of [
      [{ PUBLIC_URL: off }, /Test versions are off at [\s\S]*ALLOW_OVERRIDES=1/],
      [{ PUBLIC_URL: 'http://127.0.0.1:9' }, /is unreachable: /],
      [elsewhere, /accepts no link to surveys from team clinic\. [\s\S]* keys -- add clinic --remotes surveys /],
    ] as const)
      assert.match(String((await makeOverride(['surveys', url], { ...env, ...change })).warning), warning);
  });

  it('rejects invalid input with one sentence', async (test) => {
    const { env, url } = await start(test);
    const closed = await serve(test, (_request, response) => response.end('{}'));
    const refusals: [string[], RegExp][] = [
      [['surveys'], /Name the remote and the address/],
      [['surveys', 'remote.json'], /must be an address that starts with http/],
      [['surveys', url, '--minutes', '0'], /--minutes must be a whole number from 1 to 1440, not "0"/],
      [['surveys', url, '--minutes', '1441'], /--minutes must be/],
      [['surveys', url, '--hours', '1'], /Unknown option '--hours'/],
      [['records', url], /is of surveys, not of records|may sign records/],
      [['surveys', url.replace('remote', 'gone')], /answered 404/],
      [['surveys', 'http://127.0.0.1:9/remote.json'], /can't be fetched/],
      [['surveys', `${closed}/remote.json`], /"name" is missing/],
      [
        ['surveys', `${closed}/remote.json`, '--gateway', 'https://a.example'],
        /access-control-allow-origin: https:\/\/a\./,
      ],
    ];
    for (const [args, sentence] of refusals) await assert.rejects(makeOverride(args, env), sentence);
    assert.match((await makeOverride([], env)).output, /npm run override -- surveys/);
  });
});
