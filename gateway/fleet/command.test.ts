import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { PUBLISH, startScript } from '../testing/commands.ts';
import { temporaryFolder, writeRemoteBuild } from '../testing/fixtures.ts';
import { answerOf, threeGateways } from '../testing/gateways.ts';
import { pemOf } from '../testing/teams.ts';

it('the publish command changes all gateways alike, or stops before the switch if one is unreachable', async (test) => {
  const { gateways, origins, key, teamsFile } = await threeGateways(test);
  const folder = await temporaryFolder(test);
  const pem = join(folder, 'ward.pem');
  await writeFile(pem, pemOf(key), { mode: 0o600 });
  const settings = { TEAM_KEYS_FILE: teamsFile, SIGNING_KEY_FILE: pem, DATA_ROOT: join(folder, 'data') };
  const env = { ...settings, GATEWAYS: origins.join() };
  const perform = async (...args: string[]) => {
    const { code, output } = await startScript(PUBLISH, args, env).ended;
    return `${code}: ${output}`;
  };
  const build = async (version: string) => {
    await writeRemoteBuild(join(folder, version), { version });
    return ['--dir', join(folder, version)];
  };
  const surveys = async () => {
    const answers = await Promise.all(origins.map(answerOf));
    assert.equal(new Set(answers).size, 1);
    return JSON.parse(answers[0] ?? '{}').remotes.surveys;
  };
  assert.equal(
    await perform(...(await build('1.1.0'))),
    '0: surveys 1.1.0 is active now at 3 gateways, before 1.0.0 (registry revision 3).',
  );
  assert.equal((await surveys()).active, '1.1.0');
  assert.deepEqual((await surveys()).previous, '1.0.0');
  const [one] = gateways;
  await one?.kill();
  const stopped = await perform(...(await build('1.3.0')));
  assert.ok(stopped.startsWith(`1: ${one?.origin} is unreachable, so nothing was switched`), stopped);
  await one?.start();
});
