import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeCertificate } from '../../../testing/certificate.ts';
import { startScript } from '../../../testing/commands.ts';
import { startPublished, temporaryFolder, writeFiles, writeTeams } from '../../../testing/fixtures.ts';
import { makeTeam, pemOf } from '../../../testing/teams.ts';
import { deployPage } from './command.ts';

it('deploy-page prints a link that opens the page, or says what to do when the gateway would refuse it', async (test) => {
  const { app, folder } = await startPublished(test);
  const gateway = await app.listen({ port: 0, host: '127.0.0.1' });
  const { key, listed } = makeTeam('ward', ['surveys']);
  const machine = join(folder, 'machine');
  await writeFiles(machine, { 'keys/ward.pem': pemOf(key) });
  const run = (...args: string[]) => deployPage(args, { DATA_ROOT: machine });
  const unknown = /lists no team with this key: .* npm run keys -- add TEAM --remotes NAME --public-key MCow/;
  await assert.rejects(run('--gateway', gateway), unknown);
  await writeTeams(folder, { ward: listed });
  const link = /^http.*$/m.exec(await run('--gateway', gateway))?.[0] ?? '';
  assert.match(await (await fetch(link)).text(), /Open the page as team ward\?/);
  await assert.rejects(run('--gateway', 'http://127.0.0.1:9'), /^PlainError: http:\/\/127\.0\.0\.1:9 is unreachable: /);
  await assert.rejects(run('surveys'), /"surveys" is not an option/);
  assert.match(await run('--help'), /deploy-page --gateway https:\/\/lodestar\.example\.org --key team\.pem/);
  await writeFiles(machine, { 'keys/lab.pem': '' });
  await assert.rejects(run('--gateway', gateway), /several keys in .*lab\.pem, ward\.pem\): name one with --key/);
  await assert.rejects(deployPage([], { DATA_ROOT: folder }), /There is no key in .*: name one with --key FILE/);
});

it('deploy-page trusts a private authority in NODE_EXTRA_CA_CERTS, and names that setting without it', async (test) => {
  const folder = await temporaryFolder(test);
  const { certFile, keyFile } = await makeCertificate(folder);
  const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
  const server = createServer(tls, (_request, response) => response.end()).listen(0);
  test.after(() => server.close());
  await once(server, 'listening');
  await writeFiles(folder, { 'keys/ward.pem': pemOf(makeTeam('ward', ['surveys']).key) });
  const gateway = `https://localhost:${(server.address() as AddressInfo).port}`;
  const script = join(import.meta.dirname, 'command.ts');
  const run = (settings: NodeJS.ProcessEnv) =>
    startScript(script, ['--gateway', gateway], { DATA_ROOT: folder, NODE_EXTRA_CA_CERTS: '', ...settings }).ended;
  const refused = await run({});
  assert.equal(refused.code, 1);
  assert.match(refused.output, /is unreachable: self-signed certificate; .* in NODE_EXTRA_CA_CERTS\.$/);
  const { code, output } = await run({ NODE_EXTRA_CA_CERTS: certFile });
  assert.deepEqual([code, output.includes(`${gateway}/deploy`)], [0, true], output);
});
