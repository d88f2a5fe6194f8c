import type { Page } from 'playwright/test';
import { deployPage } from '../../gateway/pages/deploy/access/command.ts';
import { performOn } from '../../gateway/publish/actions.ts';
import { violations } from '../support/axe.ts';
import { publishRemote } from '../support/command.ts';
import { expect, test } from '../support/fixtures.ts';
import { signingSettings } from '../support/keys.ts';
import {
  answerAdmissionSurvey,
  openAdmissionSurvey,
  screen,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens.ts';
import { recordRequests, versionsIn } from '../support/traffic.ts';

const NEXT = '1.7.0';

// Includes a real build of the package.
test.describe.configure({ timeout: 180_000 });

/** Opens the list of events, which does not request the survey yet. Resolves with the page's requests. */
async function openEvents(page: Page): Promise<string[]> {
  const requests = recordRequests(page);
  await page.goto('/profile/1/events');
  await page.getByRole('link', { name: /How was your admission\?/ }).waitFor();
  return requests;
}

test('new version of a remote is served on the next load, and a rollback restores the previous one', async ({
  context,
  signIn,
  stack,
}) => {
  await signIn('patient', { storySteps });
  const { active } = stack.builds.remotes.surveys;
  const shellBefore = (await stack.registry()).shell;
  const early = await context.newPage();
  const requestsOfEarly = await openEvents(early);
  expect(versionsIn(requestsOfEarly, 'surveys')).toEqual([]);

  expect(await publishRemote(stack, 'surveys-mfe', '--version', NEXT)).toContain(`surveys ${NEXT} is active now`);
  const next = await context.newPage();
  const requestsOfNext = await openEvents(next);
  await openAdmissionSurvey(next);
  expect(versionsIn(requestsOfNext, 'surveys')).toEqual([NEXT]);

  expect(await publishRemote(stack, 'surveys', '--rollback')).toContain(`surveys ${active} is active now`);
  const late = await context.newPage();
  const requestsOfLate = await openEvents(late);
  await openAdmissionSurvey(late);
  expect(versionsIn(requestsOfLate, 'surveys')).toEqual([active]);

  // None of this built a shell or restarted anything.
  expect((await stack.registry()).shell).toEqual(shellBefore);

  // The page that stayed open and the one that had loaded the rolled-back version keep working.
  await openAdmissionSurvey(early);
  await answerAdmissionSurvey(early);
  expect(versionsIn(requestsOfEarly, 'surveys')).toEqual([active]);
  await answerAdmissionSurvey(next);
  expect(versionsIn(requestsOfNext, 'surveys')).toEqual([NEXT]);
});

test('page that was opened before a deploy keeps the version it started with', async ({ page, signIn, stack }) => {
  await signIn('patient', { storySteps });
  const { active, older } = stack.builds.remotes.surveys;
  const requests = await openEvents(page);
  await stack.changeRegistry(({ remotes }) => {
    if (remotes.surveys) remotes.surveys.active = older;
  });

  await openAdmissionSurvey(page);
  await answerAdmissionSurvey(page);
  expect(versionsIn(requests, 'surveys')).toEqual([active]);

  await page.reload();
  await screen(page, 'How was your admission?');
  await page.getByRole('button', { name: 'Change my answers' }).click();
  await page.getByRole('button', { name: 'Send feedback' }).waitFor();
  expect(versionsIn(requests, 'surveys')).toEqual([active, older]);
});

test('rollback by click on the page /deploy reaches an open phone at its next load', async ({
  context,
  page,
  signIn,
  stack,
}) => {
  await signIn('patient', { storySteps });
  const { active, older } = stack.builds.remotes.surveys;
  await performOn(stack.deployRoot, 'surveys', { kind: 'to', version: older }, {});
  const requests = await openEvents(page);
  await openAdmissionSurvey(page);
  expect(versionsIn(requests, 'surveys')).toEqual([older]);

  const { SIGNING_KEY_FILE } = await signingSettings();
  const printed = await deployPage(['--gateway', stack.url, '--key', SIGNING_KEY_FILE], {});
  const deploy = await context.newPage();
  await deploy.goto(printed.split('\n').at(-1) ?? '');
  await deploy.getByRole('button', { name: 'Open the page' }).click();
  await deploy.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
  expect(await violations(deploy)).toEqual([]);
  await deploy.getByRole('link', { name: 'surveys', exact: true }).click();
  await deploy.getByRole('heading', { name: 'surveys', level: 1 }).waitFor();
  expect(await violations(deploy)).toEqual([]);
  await deploy.getByRole('link', { name: 'Roll back' }).click();
  await deploy.getByText(`every browser gets ${active} instead of ${older}`).waitFor();
  expect(await violations(deploy)).toEqual([]);
  await deploy.getByLabel('Reason').fill('The form hangs');
  await deploy.getByRole('button', { name: `Roll back to ${active}` }).click();
  await expect(deploy.getByRole('status')).toHaveText(
    `surveys ${active} is active again; no browser gets ${older} any more.`,
  );
  await expect(deploy.getByText('The form hangs (through the page)')).toBeVisible();

  await page.reload();
  await screen(page, 'How was your admission?');
  await expect.poll(() => versionsIn(requests, 'surveys')).toEqual([older, active]);
});
