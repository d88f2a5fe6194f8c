import { join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import { writeReceipt } from '../../gateway/testing/fixtures.ts';
import { buildBundledSurvey, TOOLSETS } from '../fixtures/bundled-survey/build.ts';
import { publishRemote } from '../support/command.ts';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { countRenderers, renderers } from '../support/renderers.ts';
import { guestFrame, openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens.ts';
import { recordRequests, versionsIn } from '../support/traffic.ts';

const PLAIN_SURVEY = join(REPO, 'e2e', 'fixtures', 'plain-survey');

test('surveys remote without a framework replaces the current one', JOURNEY, async ({ page, signIn, stack }) => {
  await signIn('patient', { storySteps });
  const before = await stack.registry();
  await publishRemote(stack, '--dir', PLAIN_SURVEY);
  const after = await stack.registry();
  expect({ ...after, remotes: { ...after.remotes, surveys: undefined }, revision: 0 }).toEqual({
    ...before,
    remotes: { ...before.remotes, surveys: undefined },
    revision: 0,
  });

  const receipts = await stack.receipts();
  const requests = recordRequests(page);
  await page.goto('/profile/1/events');
  const form = guestFrame(page);
  await openAdmissionSurvey(page, form);
  await form.getByRole('radio', { name: 'Satisfied', exact: true }).check();
  await form.getByLabel('Comments on triage (optional)').fill('Quick and kind.');
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await expect(form.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();

  expect(versionsIn(requests, 'surveys')).toEqual([after.remotes.surveys?.active]);
  const arrived = await stack.receipts();
  expect(arrived).toHaveLength(receipts.length + 1);
  expect(arrived[0]).toMatchObject({ survey: 'admission', hospital: 'Northside General Hospital' });

  await form.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Events' })).toBeVisible();
});

test('surveys remotes built with other tools use the host’s React', async ({ page, signIn, stack }, testInfo) => {
  await signIn('patient', { storySteps });
  await countRenderers(page);
  for (const toolset of TOOLSETS) {
    // An open page would play the story, too.
    await page.goto('about:blank');
    await stack.restoreRegistry();
    const folder = testInfo.outputPath(`bundled-survey-${toolset}`);
    await buildBundledSurvey(folder, toolset);
    await writeReceipt(folder);
    await publishRemote(stack, '--dir', folder);
    await stack.api.playStory(await stack.api.signIn('patient'), storySteps);

    const receipts = await stack.receipts();
    await page.goto('/profile/1/events');
    const form = guestFrame(page);
    await openAdmissionSurvey(page, form);
    await form.getByLabel('Your comment').fill('Quick and kind.');
    await expect(form.getByText('15 characters')).toBeVisible();
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await expect(form.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
    expect(await stack.receipts(), toolset).toHaveLength(receipts.length + 1);
    expect(await renderers(page), toolset).toHaveLength(1);
  }
});
