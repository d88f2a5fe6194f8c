import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { readHistory } from '../registry/history.ts';
import { temporaryFolder, writeRemoteBuild } from '../testing/fixtures.ts';
import { answerOf, threeGateways } from './test-gateways.ts';

const COMMAND = join(import.meta.dirname, '..', 'publish-remote.ts');

it('the publish command changes all gateways alike, or stops before the switch if one is unreachable', async (test) => {
  const { gateways, origins, key, teamsFile } = await threeGateways(test);
  const folder = await temporaryFolder(test);
  const pem = join(folder, 'ward.pem');
  await writeFile(pem, key.privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  const env = {
    ...process.env,
    GATEWAYS: origins.join(),
    TEAM_KEYS_FILE: teamsFile,
    SIGNING_KEY_FILE: pem,
    DATA_ROOT: join(folder, 'data'),
  };
  const perform = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      child.once('close', (code) => resolve(`${code}: ${output.trim()}`));
    });
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
  await perform(...(await build('1.2.0')), '--share', '10');
  assert.equal(
    await perform('surveys', '--share', '20'),
    '0: surveys 1.2.0 goes to 20 % of browsers now at 3 gateways (registry revision 5).',
  );
  assert.deepEqual((await surveys()).canary, { version: '1.2.0', share: 20 });
  await perform('surveys', '--rollback');
  assert.equal((await surveys()).canary, undefined);

  await writeRemoteBuild(join(folder, '1.2.1'), { version: '1.2.1', declaration: { shared: { zustand: '^5.0.0' } } });
  const lacking = ['--dir', join(folder, '1.2.1')];
  assert.match(
    await perform(...lacking),
    /^1: This can't be published:\nno {2}shared: SHARED_MISSING "shared\.zustand"/,
  );
  assert.equal((await surveys()).versions['1.2.1'], undefined);
  assert.match(
    await perform(...lacking, '--force', 'the ward waits'),
    /^0: surveys 1\.2\.1 is active now at 3 gateways, before 1\.1\.0/,
  );
  for (const { root } of gateways) {
    const published = (await readHistory(root, 'surveys')).filter(({ version }) => version === '1.2.1');
    assert.match(published[0]?.why ?? '', /^forced: the ward waits|^taken over from/);
  }

  const [one] = gateways;
  await one?.kill();
  const stopped = await perform(...(await build('1.3.0')));
  assert.ok(stopped.startsWith(`1: ${one?.origin} is unreachable, so nothing was switched`), stopped);
  await one?.start();
});
