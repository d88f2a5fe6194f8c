import { deployPage } from 'gateway/pages/deploy/access/command';
import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { signingSettings } from '../support/hospital/keys.ts';
import { publishRemote } from '../support/hospital/publish.ts';
import { recordRequests, versionsIn } from '../support/phone/traffic.ts';
import { violations } from '../support/screens/axe.ts';
import {
  answerAdmissionSurvey,
  openAdmissionSurvey,
  press,
  screen,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens/screens.ts';

const NEXT = '1.7.0';

/** Opens the list of events, which does not request the survey yet. Resolves with the page's requests. */
async function openEvents(page: Page): Promise<string[]> {
  const requests = recordRequests(page);
  await page.goto('/profile/1/events');
  await page.getByRole('link', { name: /How was your admission\?/ }).waitFor();
  return requests;
}

/** Answers the open survey, and opens its form again on a new load of the page. */
async function answerAndOpenAgain(page: Page): Promise<void> {
  await answerAdmissionSurvey(page);
  await page.reload();
  await screen(page, 'How was your admission?');
  await press(page, 'Change my answers');
  await page.getByRole('button', { name: 'Send feedback' }).waitFor();
}

test('new version is served on the next load, and so is its rollback', async ({ context, page, signIn, stack }) => {
  await signIn('patient', { storySteps });
  const { active } = stack.builds.remotes.surveys;
  const { shell } = await stack.registry();
  expect(await publishRemote(stack, 'surveys-mfe', '--version', NEXT)).toContain(`surveys ${NEXT} replaces `);
  const requests = await openEvents(page);
  await openAdmissionSurvey(page);
  expect(versionsIn(requests, 'surveys')).toEqual([NEXT]);

  const { SIGNING_KEY_FILE } = await signingSettings();
  const printed = await deployPage(['--gateway', stack.url, '--key', SIGNING_KEY_FILE], {});
  const deploy = await context.newPage();
  await deploy.goto(printed.split('\n').at(-1) ?? '');
  await deploy.getByRole('button', { name: 'Open the page' }).click();
  for (const name of ['Releases', 'Owners, contracts and documents', 'surveys']) {
    if (name !== 'Releases') await deploy.getByRole('link', { name, exact: true }).click();
    await screen(deploy, name);
    expect(await violations(deploy)).toEqual([]);
  }
  await deploy.getByRole('link', { name: 'Roll back' }).click();
  await deploy.getByText(`every browser gets ${active} instead of ${NEXT}`).waitFor();
  expect(await violations(deploy)).toEqual([]);
  await deploy.getByLabel('Reason').fill('The form hangs');
  await deploy.getByRole('button', { name: `Roll back to ${active}` }).click();
  await expect(deploy.getByRole('status')).toHaveText(
    `surveys ${active} is active again; no browser gets ${NEXT} any more.`,
  );
  await expect(deploy.getByText('The form hangs (through the page)')).toBeVisible();

  // An open page keeps working with its version until its next load. None of this built a shell.
  await answerAndOpenAgain(page);
  expect(versionsIn(requests, 'surveys')).toEqual([NEXT, active]);
  expect((await stack.registry()).shell).toEqual(shell);
});

test('page opened before a deploy keeps the version it started with', JOURNEY, async ({ page, signIn, stack }) => {
  await signIn('patient', { storySteps });
  const { active, older } = stack.builds.remotes.surveys;
  const requests = await openEvents(page);
  await stack.changeRegistry(({ remotes }) => {
    if (remotes.surveys) remotes.surveys.active = older;
  });

  await openAdmissionSurvey(page);
  expect(versionsIn(requests, 'surveys')).toEqual([active]);
  await answerAndOpenAgain(page);
  expect(versionsIn(requests, 'surveys')).toEqual([active, older]);
});
