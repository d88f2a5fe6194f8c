/** Surveys of an integrator, made and examined with the packed packages outside this repository. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright/test';
import { deployRoot } from 'server-kit/paths';
import type { Registry } from 'shared-ui/contract';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import type * as Kit from '../../kit/index.ts';
import { Api } from '../../support/hospital/api.ts';
import { installPacked } from '../../support/hospital/own-repository.ts';
import { launch } from '../../support/phone/browser.ts';
import { keepSignedIn } from '../../support/phone/session.ts';
import { pressAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY } from '../../support/screens/screens.ts';

const run = promisify(execFile);

type Change = [from: string, to: string];

/** Replaces what happens once the form is in its container. */
const onceDrawn = (code: string): Change => ['    container.append(root);', `    container.append(root);\n    ${code}`];

const NEVER_DRAWS: Change = ['    container.append(root);', ''];

const GUESTS: Record<string, Change> = {
  throws: onceDrawn("throw new Error('no');"),
  loops: onceDrawn('for (;;);'),
  'never draws': NEVER_DRAWS,
  'shrinks to 0': onceDrawn("setTimeout(() => Object.assign(container.style, { height: '0', overflow: 'hidden' }));"),
  'is 30 MB': onceDrawn(`'${'x'.repeat(30_000_000)}'.at();`),
};

/** Bytes per second of a phone's network on which 30 MB take half a minute, and everything else a moment. */
const PHONE_NETWORK = 1_000_000;

const LAST_CHOSEN: Change = ['isDemo && place === 0', 'place === scales[scale].length - 1'];
const CHOICES_NOT_KEPT: Change = [
  "form.addEventListener('input', () =>",
  "form.addEventListener('input', ({ target }) => target.type !== 'radio' &&",
];

/** Defines the tests. @param platform returns the folder of the tarballs */
export function testGuests(platform: () => string): void {
  let home: string;
  let project: string;
  let source: string;
  let shell: Kit.RunningShell;
  let browser: Browser;
  let version = 0;

  /** Runs a packed command, without Node's own output. Returns what it prints, whether it succeeds or not. */
  async function command(name: string, ...args: string[]): Promise<string> {
    const { bin } = JSON.parse(await readFile(join(project, 'node_modules/remote-tools/package.json'), 'utf8'));
    const file = join(project, 'node_modules/remote-tools', bin[name]);
    const env = { ...process.env, INIT_CWD: project, DEPLOY_ROOT: deployRoot({ DATA_ROOT: shell.data }) };
    return run(process.execPath, [file, ...args], { cwd: project, env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  }

  /** Builds the next version of the surveys with these changes. */
  async function build(...changes: Change[]): Promise<void> {
    version += 1;
    const changed = changes.reduce((text, [from, to]) => {
      assert.ok(text.includes(from), `src/survey.js has no ${from}`);
      return text.replace(from, () => to);
    }, source);
    await writeFile(join(project, 'src/survey.js'), changed);
    const file = join(project, 'package.json');
    const declared = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...declared, version: `1.0.${version}` }));
    await run(process.execPath, ['build.mjs'], { cwd: project });
  }

  /** Returns the version of the surveys that patients get. */
  async function activeSurveys(): Promise<string> {
    const { remotes } = (await (await fetch(`${shell.origin}/registry.json`)).json()) as Registry;
    return remotes.surveys?.active ?? '';
  }

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'integrator-'));
    const tools = join(home, 'tools');
    await mkdir(tools);
    await writeFile(join(tools, 'package.json'), '{}');
    await installPacked(platform(), tools, ['remote-tools', 'shared-ui']);
    const create = join(tools, 'node_modules/remote-tools/lib/tools/remote-tools/bin/create-remote.js');
    project = join(home, 'northside');
    await run(process.execPath, [create, 'surveys', 'northside', '--to', project, '--platform', platform()]);
    source = await readFile(join(project, 'src/survey.js'), 'utf8');
    await installPacked(platform(), project);
    const kit: typeof Kit = await import(join(project, 'node_modules/e2e-kit/lib/kit/index.js'));
    process.chdir(project);
    shell = await kit.startShell();
    browser = await chromium.launch(launch());
  });

  after(async () => {
    process.chdir(tmpdir());
    await browser?.close();
    await shell?.stop();
    await rm(home, { recursive: true, force: true });
  });

  test('packed kit accepts a form whose last option is chosen beforehand', async () => {
    await build(LAST_CHOSEN);
    const said = await command('conformance', 'dist', '--clause', 'drafts,answers', '--survey', 'admission');
    assert.match(said, /ok {3}drafts: /);
    assert.match(said, /ok {3}answers: /);
  });

  test('packed kit names the choice that such a form does not keep, and checks the other clauses', async () => {
    await build(LAST_CHOSEN, CHOICES_NOT_KEPT);
    const said = await command('conformance', 'dist', '--clause', 'drafts,answers,thanks', '--survey', 'admission');
    assert.match(said, /FAIL drafts: .*\n +seen: admission: left after a change of field 1 of 4 and opened again, /);
    assert.match(said, /it shows "triageOption": 1 instead of "triageOption": 5$/m);
    assert.match(said, /ok {3}answers: /);
    assert.match(said, /ok {3}thanks: /);
    assert.doesNotMatch(said, /\\|\(\?|\.\*|Error:/);
  });

  /** Publishes a guest for everyone and opens the survey as a patient, on a phone's network. */
  async function withGuest(change: Change, work: (page: Page) => Promise<void>): Promise<void> {
    await build(change);
    const before = await activeSurveys();
    const said = await command('publish-remote', '--force', 'to see it fail');
    assert.equal(said.split(' (')[0], `surveys 1.0.${version} replaces ${before}`);
    const api = new Api(shell.origin);
    const token = await api.signIn('patient');
    await api.playStory(token, STEPS_TO_ADMISSION_SURVEY);
    const context = await browser.newContext({
      baseURL: shell.origin,
      locale: 'en-CA',
      serviceWorkers: 'block',
      // Compressed, a file of one letter is small.
      extraHTTPHeaders: { 'accept-encoding': 'identity' },
    });
    try {
      await keepSignedIn(context, token);
      context.setDefaultTimeout(timeOuts.condition);
      const page = await context.newPage();
      const network = await context.newCDPSession(page);
      await network.send('Network.enable');
      const speed = { latency: 0, downloadThroughput: PHONE_NETWORK, uploadThroughput: PHONE_NETWORK };
      await network.send('Network.emulateNetworkConditions', { offline: false, ...speed });
      await page.goto('/profile/1/events');
      await page.getByRole('heading', { name: 'My Events' }).waitFor();
      // What a patient sees first may be gone once the press has returned.
      await Promise.all([work(page), pressAdmissionSurvey(page)]);
    } finally {
      await context.close();
      await command('publish-remote', 'surveys', '--rollback');
    }
  }

  test('patients see that a survey is on its way while its guest has drawn nothing', async () => {
    await withGuest(NEVER_DRAWS, async (page) => {
      const whileMounted = page.getByRole('main').filter({ has: page.locator('iframe') });
      await whileMounted.getByText('The navigator is working', { exact: true }).waitFor();
    });
  });

  for (const [what, change] of Object.entries(GUESTS)) {
    test(`patients get the version before of a guest that ${what}`, async () => {
      await withGuest(change, async (page) => {
        await page.getByRole('button', { name: 'Send feedback' }).waitFor();
        assert.equal(page.frames().filter((frame) => frame.url().includes('/guest/')).length, 0);
      });
    });
  }
}
