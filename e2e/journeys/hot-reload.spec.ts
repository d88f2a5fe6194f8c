import { rm } from 'node:fs/promises';
import { beginDevelopment } from 'gateway/dev/development';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { type Developing, develop } from 'tools/commands/development/develop';
import { expect, test } from '../support/fixtures.ts';
import { keyOf } from '../support/hospital/keys.ts';
import { PackageCopy, TYPE_CHECK_MS } from '../support/hospital/package-copy.ts';
import { Stack } from '../support/hospital/stack.ts';
import { keepSignedIn } from '../support/phone/session.ts';
import { recordRequests, versionsIn } from '../support/phone/traffic.ts';
import { openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY } from '../support/screens/screens.ts';

const FIRST = '1.0.0-dev.1';
const SECOND = '1.0.0-dev.2';

test('open page shows the changes to a remote, and their errors', async ({ context, problems }, testInfo) => {
  test.setTimeout(timeOuts.longTest);
  problems.allow(/RENDER_FAILED surveys@1\.0\.0-dev/, /thrown in mount/);
  const stack = await Stack.start({ dev: true });
  const copy = await PackageCopy.make('surveys-mfe', testInfo.outputPath('surveys-mfe'));
  let developing: Developing | undefined;
  try {
    const token = await stack.api.signIn('patient');
    await stack.api.playStory(token, STEPS_TO_ADMISSION_SURVEY);
    await keepSignedIn(context, token);
    const before = (await stack.registry()).remotes;
    const said: string[] = [];
    const terminal = () => said.join('\n');
    developing = develop({
      development: await beginDevelopment(stack.deployRoot, 'surveys'),
      root: stack.deployRoot,
      name: 'surveys',
      folder: copy.folder,
      dependsOn: [],
      key: await keyOf('surveys'),
      cache: testInfo.outputPath('cache'),
      gateway: stack.url,
      print: (text) => said.push(text),
    });
    await developing.firstBuild;

    const page = await context.newPage();
    const requests = recordRequests(page);
    await page.goto(`${stack.url}/profile/1/events`);
    await openAdmissionSurvey(page);
    await page.evaluate(() => Reflect.set(globalThis, '__samePage', true));
    const overlay = page.getByRole('dialog', { name: /in development/ });
    const form = page.getByRole('button', { name: 'Send feedback' });
    await expect(overlay).toBeHidden();

    await test.step('type error: the code runs, and the error overlays the page until it is fixed', async () => {
      await copy.change('src/surveys/question.ts', (text) => `export const wrong: number = 'text';\n${text}`);
      await expect(overlay).toContainText('Type error · surveys src/surveys/question.ts:1:14', {
        timeout: TYPE_CHECK_MS,
      });
      await expect.poll(() => versionsIn(requests, 'surveys')).toEqual([FIRST, SECOND]);
      await expect(form).toBeVisible();
      expect(terminal()).toMatch(
        /surveys: 1 type error\n.*src\/surveys\/question\.ts:1:14 {2}Type 'string' is not assignable/,
      );
    });

    await test.step('syntax error: the previous version stays on the page', async () => {
      await copy.change('src/surveys/question.ts', (text) => `export const wrong = (;\n${text}`);
      await expect(overlay).toContainText('Build error · surveys src/surveys/question.ts:1');
      await expect(overlay).toContainText('export const wrong = (;');
      await expect(form).toBeVisible();
      expect((await stack.registry()).remotes.surveys?.active).toBe(SECOND);
    });

    await test.step('run-time error: no older version replaces the one that throws', async () => {
      await copy.change('src/survey.tsx', (text) =>
        text.replace(
          '  const { survey,',
          "  if (Date.now() > 0) throw new Error('thrown in mount');\n  const { survey,",
        ),
      );
      await copy.restore('src/surveys/question.ts');
      await expect(overlay).toContainText(/Run-time error · surveys@1\.0\.0-dev\.\d+ src\/survey\.tsx:\d+/);
      await expect(overlay).toContainText('RENDER_FAILED: Error: thrown in mount');
      await expect(overlay).not.toContainText('Build error');
      await expect(form).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(overlay).toBeHidden();
    });

    await test.step('fixed: the remote works again in the same page', async () => {
      await copy.restore('src/survey.tsx');
      await expect(form).toBeVisible();
      await expect(overlay).toBeHidden();
      expect(await page.evaluate(() => Reflect.get(globalThis, '__samePage'))).toBe(true);
    });

    await developing.end();
    developing = undefined;
    expect((await stack.registry()).remotes).toEqual(before);
    await expect.poll(() => versionsIn(requests, 'surveys').at(-1)).toBe(before.surveys?.active);
    await expect(form).toBeVisible();
  } finally {
    await developing?.end();
    // Closed before its servers: a story step due between the two would find none.
    await context.close();
    await stack.stop();
    for (const made of ['surveys-mfe', 'cache']) await rm(testInfo.outputPath(made), { recursive: true, force: true });
  }
});
