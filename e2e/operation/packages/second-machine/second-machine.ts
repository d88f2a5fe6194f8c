/**
 * Follows the guides of a team outside the hospital on a machine that has Node, npm, the platform's packages, a key and
 * an address: from an empty folder to a published remote, by hand and then by the project's CI.
 */
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright/test';
import { REPO } from 'server-kit/paths';
import { gitlabScripts, jenkinsScripts } from 'tools/remote-tools/create/testing/ci-files';
import { type Hospital, startHospital } from './hospital.ts';
import { type Machine, startMachine } from './machine.ts';
import { askedPatient, openBrowser, surveysOn } from './phone.ts';
import { RUNNER_TEMP, Runner, type Values } from './workflow.ts';

/** Folder with everything that the machine got from the hospital. */
const PLATFORM = '/media/platform';
const TEAM = 'northside-team';
const PROJECT = '/root/northside';
const KEY = `.lodestar/keys/${TEAM}.pem`;
const MOST_COMMANDS = 5;
/** Numbers in the draw of phones inside and outside a share of 10 %. */
const [INSIDE, OUTSIDE] = [999, 1_000];

let machine: Machine;
let hospital: Hospital;
let browser: Browser;
let token: string;
let hospitals: string;

const surveysAt = (cohort: number) => surveysOn({ browser, hospital, token, cohort });
const inProject = (commands: string) => machine.run(commands, { cwd: PROJECT });
const fileOf = (path: string) => machine.pathHere(join(PROJECT, path));
const publish = (options: string) =>
  inProject(`npx publish-remote --gateway ${hospital.origin} --key ${KEY} ${options}`);

async function start(platform: string): Promise<void> {
  machine = await startMachine();
  if (!machine.hasNetwork) console.log('No network namespace here: the second machine shares this one’s network.');
  hospital = await startHospital(machine.hospital);
  await machine.know(hospital.name, hospital.certificate);
  await cp(platform, machine.pathHere(PLATFORM), { recursive: true });
  browser = await openBrowser(hospital);
  token = await askedPatient(hospital);
  [hospitals = ''] = await surveysAt(INSIDE);
}

async function commit(message: string): Promise<void> {
  const author = '-c user.name=Team -c user.email=team@example.org';
  await inProject(`git add --all && git ${author} commit --quiet --message '${message}'`);
}

/** Turns the machine into a CI image with a browser. Returns the image's environment variables. */
async function becomeImage(): Promise<Record<string, string>> {
  // The browser's packages are installed, and so is the version that Playwright would download.
  await writeFile(machine.pathHere('/opt/node/bin/apt-get'), '#!/bin/sh\n', { mode: 0o755 });
  const { browsers } = JSON.parse(await readFile(fileOf('node_modules/playwright-core/browsers.json'), 'utf8')) as {
    browsers: { name: string; revision: string }[];
  };
  for (const { name, revision } of browsers.filter((one) => /^(chromium|ffmpeg)/.test(one.name))) {
    const folder = machine.pathHere(`/root/.cache/ms-playwright/${name.replaceAll('-', '_')}-${revision}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'INSTALLATION_COMPLETE'), '');
  }
  return { CHROME_PATH: '/usr/bin/chromium' };
}

const outputOf = (outputs: Map<string, string>, command: string) =>
  [...outputs].find(([run]) => run.includes(command))?.[1] ?? '';

/** Defines the tests, in order. @param platform returns the folder of the packages */
export function testSecondMachine(platform: () => string): void {
  before(() => start(platform()));
  after(async () => {
    await browser?.close();
    await hospital?.stop();
    await machine?.stop();
  });

  test('has nothing of this repository, and reaches no server here but the hospital’s gateway', async () => {
    assert.equal(await machine.run(`ls -A ${REPO} 2> /dev/null || true`), '\n');
    const reaches = async (url: string) =>
      (await machine.run(`node -e "fetch('${url}').then(() => console.log('yes'), () => console.log('no'))"`)).trim();
    assert.equal(await reaches(`${hospital.origin}/livez`), 'yes');
    assert.equal(await reaches(`${hospital.apiUrl}/api/health`), machine.hasNetwork ? 'no' : 'yes');
  });

  test('gets from an empty folder to a canary on 10 % of phones in five commands', async (t) => {
    const tarballs = await readdir(platform());
    const tarball = (name: string) =>
      `--package ${join(PLATFORM, tarballs.find((file) => file.startsWith(`${name}-`)) ?? '')}`;
    const packages = `${tarball('shared-ui')} ${tarball('remote-tools')}`;
    await machine.run(`mkdir ${PROJECT}`);
    let [count, ms] = [0, 0];
    const command = async (text: string) => {
      const began = performance.now();
      const output = await inProject(text);
      count += 1;
      ms += performance.now() - began;
      return output;
    };
    await command(`npx --yes ${packages} create-remote surveys northside --to . --platform ${PLATFORM}`);
    await command('npm install');
    const created = await command(`npx keys create ${TEAM} --remotes surveys`);
    await hospital.operate(/npm run keys -- add .+/.exec(created)?.[0] ?? '');
    await command('npm run build');
    const published = await command(`npx publish-remote --gateway ${hospital.origin} --key ${KEY} --share 10`);
    assert.match(published, /^surveys 1\.0\.0 goes to 10 % of browsers now/m);
    const began = performance.now();
    assert.deepEqual(await surveysAt(INSIDE), ['1.0.0']);
    ms += performance.now() - began;
    assert.deepEqual(await surveysAt(OUTSIDE), [hospitals]);
    assert.ok(count <= MOST_COMMANDS);
    t.diagnostic(`${count} commands, ${(ms / 1000).toFixed(1)} s from an empty folder to a phone`);
  });

  test('promotes the canary to every phone and rolls it back, and the history shows it', async () => {
    assert.match(await publish('--promote'), /^surveys 1\.0\.0 replaces /m);
    assert.deepEqual(await surveysAt(OUTSIDE), ['1.0.0']);
    assert.match(await publish('--rollback --why "too long"'), new RegExp(`^surveys ${hospitals} replaces `, 'm'));
    assert.deepEqual(await surveysAt(INSIDE), [hospitals]);
    const history = (await publish('--history')).trim().split('\n');
    const acts = history.slice(-4).map((line) => line.replace(/^[\d-]+ [\d:]+ +/, '').replaceAll(/ {2,}/g, ' | '));
    assert.match(acts[0] ?? '', new RegExp(`\\| key added: ${TEAM}$`));
    assert.deepEqual(acts.slice(1), [
      `${TEAM} | shared at 10 % | 1.0.0`,
      `${TEAM} | promoted | 1.0.0`,
      `${TEAM} | rolled back from 1.0.0 | ${hospitals} | too long`,
    ]);
  });

  test('end-to-end tests of the project build it first', async () => {
    const output = await inProject('rm -r dist && npm run e2e -- --list && ls dist');
    assert.match(output, /^Total: 1 test in 1 file$/m);
    assert.match(output, /^remoteEntry\.js$/m);
  });

  test('runs the CI file of the project as it is: checks, publishes to 10 %, promotes and rolls back', async (t) => {
    const settings: Values = {
      'vars.LODESTAR_GATEWAY': hospital.origin,
      'secrets.LODESTAR_TEAM_KEY': await readFile(fileOf(KEY), 'utf8'),
    };
    await inProject('git init --quiet');
    await inProject('npm version minor --no-git-tag-version');
    await commit('Add the surveys');
    const push = { ...settings, 'github.event_name': 'push' };
    const chosen = (action: string) => ({
      ...settings,
      'github.event_name': 'workflow_dispatch',
      'inputs.action': action,
    });
    const runner = new Runner(machine, PROJECT, await becomeImage());
    assert.deepEqual(await runner.jobs(), ['check', 'preview', 'end-preview', 'publish', 'promote']);

    await t.test('check passes', async () => {
      const outputs = await runner.run('check', push);
      assert.match(outputOf(outputs, 'npm run lint'), /No fixes applied\./);
      assert.doesNotMatch(outputOf(outputs, 'npm test'), /^ +at /m);
      assert.match(outputOf(outputs, 'npx conformance dist'), /^All \d+ clauses passed\.$/m);
      assert.match(outputOf(outputs, 'npm run e2e'), /^ +1 passed/m);
    });

    await t.test('the gateway accepts the receipt of the packed conformance kit', async () => {
      await mkdir(dirname(fileOf(KEY)), { recursive: true });
      await writeFile(fileOf(KEY), settings['secrets.LODESTAR_TEAM_KEY'] ?? '');
      const lines = (await inProject(`npx can-i-publish dist --gateway ${hospital.origin}`)).trim().split('\n');
      assert.deepEqual(
        lines.filter((line) => !line.startsWith('yes ')),
        [],
      );
      assert.ok(lines.includes('yes receipt: every clause of the conformance kit holds for these files'));
    });

    await t.test('a pull request has a preview until it is closed; one of a fork has none', async () => {
      const pull = (action: string, from = 'northside/surveys') => ({
        ...settings,
        'github.event_name': 'pull_request',
        'github.event.action': action,
        'github.event.number': '12',
        'github.repository': 'northside/surveys',
        'github.event.pull_request.head.repo.full_name': from,
      });
      const shown = outputOf(await runner.run('preview', pull('synchronize')), 'publish-remote');
      const [, link = ''] =
        /^Preview 12: surveys 1\.1\.0-preview\.12\.[0-9a-f]{8} until .+\n(https:.+)$/m.exec(shown) ?? [];
      const curl = `curl -sS -o /dev/null -w '%{http_code}' '${link}' --cacert /etc/authorities.pem`;
      const open = async () => (await machine.run(curl)).trim();
      assert.equal(await open(), '303');
      assert.equal((await runner.run('preview', pull('opened', 'stranger/surveys'))).size, 0);
      for (const job of ['check', 'preview', 'publish']) assert.equal((await runner.run(job, pull('closed'))).size, 0);
      assert.equal((await runner.run('end-preview', pull('synchronize'))).size, 0);
      const ended = outputOf(await runner.run('end-preview', pull('closed')), 'publish-remote');
      assert.match(ended, /^The preview 12 of surveys has ended\.$/m);
      assert.equal(await open(), '410');
    });

    await t.test('publish puts only a new version on trial', async () => {
      const publishing = async () => outputOf(await runner.run('publish', push), 'publish-remote');
      assert.match(await publishing(), /^surveys 1\.1\.0 goes to 10 % of browsers now/m);
      assert.deepEqual(await surveysAt(INSIDE), ['1.1.0']);
      assert.deepEqual(await surveysAt(OUTSIDE), [hospitals]);
      assert.match(await publishing(), /^surveys 1\.1\.0 is published already\.$/m);
    });

    await t.test('promote promotes and rolls back, when a person asks for it', async () => {
      assert.equal((await runner.run('promote', push)).size, 0);
      const promoted = await runner.run('promote', chosen('promote'));
      assert.match(outputOf(promoted, 'publish-remote'), /^surveys 1\.1\.0 replaces /m);
      assert.deepEqual(await surveysAt(OUTSIDE), ['1.1.0']);
      const rolledBack = await runner.run('promote', chosen('rollback'));
      assert.match(outputOf(rolledBack, 'publish-remote'), new RegExp(`^surveys ${hospitals} replaces `, 'm'));
    });

    await t.test('GitLab publishes and promotes with its scripts, and Jenkins rolls back', async () => {
      await inProject('npm version minor --no-git-tag-version && npm run build');
      const env = { LODESTAR_GATEWAY: hospital.origin, LODESTAR_TEAM_KEY: join(RUNNER_TEMP, 'team.pem') };
      const gitlab = gitlabScripts(await readFile(fileOf('.gitlab-ci.yml'), 'utf8'));
      const jenkins = jenkinsScripts(await readFile(fileOf('Jenkinsfile'), 'utf8'));
      const run = (commands: string[] = [], more = {}) =>
        machine.run(commands.join('\n'), { cwd: PROJECT, env: { ...env, ...more } });
      assert.match(await run(gitlab.publish), /^surveys 1\.2\.0 goes to 10 % of browsers now/m);
      assert.match(await run(gitlab.promote), /^surveys 1\.2\.0 replaces /m);
      const rolledBack = await run(jenkins.promote, { ACTION: 'rollback' });
      assert.match(rolledBack, new RegExp(`^surveys ${hospitals} replaces `, 'm'));
    });
  });
}
