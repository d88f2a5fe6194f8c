import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { changeRegistry, readRegistry } from 'gateway/registry/registry';
import { readTeams, teamsFile } from 'gateway/trust/teams';
import { replaceFile } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import type * as Kit from '../../kit/index.ts';
import { Api } from '../../support/hospital/api.ts';
import { installPacked } from '../../support/hospital/own-repository.ts';
import { launchWindowless } from '../../support/phone/browser.ts';

const run = promisify(execFile);

/** A project that has nothing of this repository but the packed packages. */
let project: string;
let kit: typeof Kit;

const installed = (path: string) => join(project, 'node_modules', path);

/** Runs the packed command. Returns its exit code and output. */
async function shellCommand(...args: string[]): Promise<{ code: number; output: string }> {
  const file = installed('lodestar-shell/lib/tools/lodestar-shell/bin/lodestar-shell.js');
  return run(process.execPath, [file, ...args], { cwd: project, env: { ...process.env, INIT_CWD: project } }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  );
}

async function assertScriptLoads(url: string): Promise<void> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
  assert.equal((await fetch(new URL(script, url))).status, 200);
}

async function signIn(origin: string, account: Kit.Account) {
  const api = new Api(origin);
  const user = await api.call('GET', 'v1/users/me', { token: await api.signIn(account) });
  return user as { firstName: string; roleType: string; tester: boolean };
}

/** Defines the tests of the packages `lodestar-shell` and `e2e-kit`. @param platform returns the folder of the tarballs */
export function testPackedShell(platform: () => string): void {
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'packed-shell-'));
    await writeFile(join(project, 'package.json'), '{ "type": "module" }\n');
    await installPacked(platform(), project, ['lodestar-shell', 'e2e-kit']);
    kit = await import(installed('e2e-kit/lib/kit/index.js'));
    process.chdir(project);
  });

  after(async () => {
    process.chdir(tmpdir());
    await rm(project, { recursive: true, force: true });
  });

  test('packed shell serves the product and its accounts without this repository, until it is stopped', async () => {
    const { ACCOUNTS, messagesTo, startShell } = kit;
    const { origin, stop } = await startShell();
    try {
      await assertScriptLoads(origin);
      const patient = await signIn(origin, ACCOUNTS.patient);
      assert.deepEqual([patient.firstName, patient.tester], ['Jordan', true]);
      assert.equal((await signIn(origin, ACCOUNTS.supporter)).roleType, 'supporter');
      await new Api(origin).signIn(ACCOUNTS.staff);
      assert.match((await messagesTo(origin, ACCOUNTS.staff.email))[0]?.body ?? '', /\d{6}/);

      const { port } = new URL(origin);
      const { code, output } = await shellCommand('--port', port);
      assert.equal(code, 1);
      assert.match(output, new RegExp(`^Port ${port} is in use: .* --port \\d+\n$`));
    } finally {
      await stop();
    }
    await assert.rejects(fetch(origin));
  });

  test('packed shell shows the data of a deployed backend with a team’s key, and changes nothing there', async () => {
    const { ACCOUNTS, startShell } = kit;
    const deployed = await startShell();
    const team = 'ward-team';
    try {
      await assert.rejects(
        startShell({ args: ['--backend', deployed.origin, '--key', 'nobody.pem'] }),
        /There is no key .*nobody\.pem/,
      );
      const keyFile = join(project, `${team}.pem`);
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      await writeFile(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }));
      const half = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
      const args = ['--backend', deployed.origin, '--key', keyFile];
      await assert.rejects(startShell({ args }), ({ message }: Error) =>
        message.includes(`keys -- add TEAM --remotes NAME --public-key ${half}`),
      );
      const add = ['keys', 'add', team, '--remotes', 'pharmacy', '--public-key', half, '--data', deployed.data];
      await shellCommand(...add);
      const local = await startShell({ args });
      try {
        await assertScriptLoads(local.origin);
        const api = new Api(local.origin);
        const token = await api.signIn(ACCOUNTS.patient);
        // A person whom only the deployed backend knows by this name.
        await new Api(deployed.origin).call('PATCH', 'v1/users/me', { token, body: { preferredName: 'Jo' } });
        const user = await api.call('GET', 'v1/users/me', { token });
        assert.equal((user as { preferredName?: string }).preferredName, 'Jo');
        await assert.rejects(
          api.call('PATCH', 'v1/users/me', { token, body: { preferredName: 'X' } }),
          /403.*--writable/,
        );
      } finally {
        await local.stop();
      }
    } finally {
      await deployed.stop();
    }
  });

  test('the journey in the README of the kit passes as it is printed, and the kit moves a story', async () => {
    const readme = await readFile(installed('e2e-kit/README.md'), 'utf8');
    const [, journey = ''] = /^```ts\n(.+?)^```$/ms.exec(readme) ?? [];
    const { executablePath, args } = launchWindowless();
    const use = { isMobile: true, hasTouch: true, launchOptions: { executablePath, args } };
    const { origin, stop } = await kit.startShell();
    try {
      const expect = { timeout: timeOuts.condition };
      const config = { testDir: '.', timeout: timeOuts.longTest, expect, use: { ...use, baseURL: origin } };
      await writeFile(join(project, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};\n`);
      await writeFile(join(project, 'journey.spec.ts'), journey);
      const { stdout } = await run(process.execPath, [installed('playwright/cli.js'), 'test'], { cwd: project });
      assert.match(stdout, /^ +1 passed/m);

      // The page of a new patient plays the story on as well, so the journey passes without moveStory().
      const patient = await kit.makePatient(origin);
      await kit.moveStory(origin, patient, 9);
      const api = new Api(origin);
      const story = await api.call('GET', 'v1/story', { token: await api.signIn(patient) });
      const { series } = story as { series: { id: string; position: number }[] };
      assert.equal(series.find(({ id }) => id === 'patient')?.position, 9);
    } finally {
      await stop();
    }
  });

  test('packed shell needs only packages of the npm registry', async () => {
    const { dependencies } = JSON.parse(await readFile(installed('lodestar-shell/package.json'), 'utf8'));
    const names = Object.keys(dependencies);
    assert.ok(names.includes('fastify'));
    for (const name of names) assert.ok(!(await realpath(installed(name))).startsWith(join(REPO, name)), name);
  });

  test('packed shell shows the gallery of shared-ui', async () => {
    const { serveGallery } = await import(installed('lodestar-shell/lib/shared-ui/gallery/server.js'));
    const { url, server } = await serveGallery(0);
    await assertScriptLoads(url);
    server.close();
  });

  test('packed shell lists the teams of its data folder', async () => {
    const key = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
    await shellCommand('keys', 'add', 'ward', '--remotes', 'pharmacy', '--public-key', key, '--data', 'data');
    const { output } = await shellCommand('keys', 'list', '--data', 'data');
    assert.match(output, /^ward +pharmacy$/m);
    assert.match(output, /^lodestar +onboarding, timeline, records, surveys, desk$/m);
  });

  test('newer package replaces its own versions in a data folder, and keeps what teams have published', async () => {
    const data = join(project, 'upgraded');
    const root = join(data, 'deploy');
    const { prepareData } = await import(installed('lodestar-shell/lib/tools/lodestar-shell/data.js'));
    await prepareData(data);
    const packed = await readRegistry(root);
    const file = teamsFile({ DATA_ROOT: data });
    const teams = await readTeams(file);
    const { lodestar } = teams;
    assert.ok(lodestar);
    // As an earlier package has left it: with another key, and older versions.
    const ward = { publicKey: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=', remotes: ['surveys'] };
    await replaceFile(file, JSON.stringify({ lodestar: { ...lodestar, publicKey: ward.publicKey }, ward }));
    const older = (name: string, team: string) => {
      const [version] = Object.values(packed.remotes[name]?.versions ?? {});
      assert.ok(version?.signature);
      const signature = { ...version.signature, team };
      return { active: '0.9.0', versions: { '0.9.0': { ...version, signature } } };
    };
    await changeRegistry(root, (before) => ({
      ...before,
      shell: { active: '0.9.0' },
      remotes: { ...before.remotes, timeline: older('timeline', 'lodestar'), surveys: older('surveys', 'ward') },
    }));

    await prepareData(data);

    const { shell, remotes } = await readRegistry(root);
    assert.deepEqual(shell, packed.shell);
    assert.deepEqual(remotes.timeline, packed.remotes.timeline);
    assert.equal(remotes.surveys?.active, '0.9.0');
    assert.ok((packed.remotes.surveys?.active ?? '') in (remotes.surveys?.versions ?? {}));
    assert.equal((await readTeams(file)).ward?.publicKey, ward.publicKey);
    assert.equal((await readTeams(file)).lodestar?.publicKey, lodestar.publicKey);
  });
}
