import { join } from 'node:path';
import { REPO } from '../../shell/gateway/paths.ts';
import { buildBundledSurvey, TOOLSETS } from '../fixtures/bundled-survey/build.ts';
import { publishRemote } from '../support/command.ts';
import { expect, test } from '../support/fixtures.ts';
import { guestFrame, openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';

const PLAIN_SURVEY = join(REPO, 'e2e', 'fixtures', 'plain-survey');

/** Nobody vouches for the surveys that are active. */
const asGuest = (stack: Stack) =>
  stack.changeRegistry(({ remotes: { surveys } }) => {
    const published = surveys?.versions[surveys.active];
    if (published === undefined) return;
    published.trust = 'guest';
    delete published.signature;
  });

test('a guest shows its form in a frame of an opaque origin, and its survey arrives', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn('patient', { storySteps });
  await publishRemote(stack, '--dir', PLAIN_SURVEY);
  await asGuest(stack);
  const receipts = await stack.receipts();
  await page.goto('/profile/1/events');
  const form = guestFrame(page);
  await openAdmissionSurvey(page, form);
  await form.getByRole('radio', { name: 'Satisfied', exact: true }).check();
  await form.getByLabel('Comments on triage (optional)').fill('Quick and kind.');
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await expect(form.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
  expect(await stack.receipts()).toHaveLength(receipts.length + 1);
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Events' })).toBeVisible();
});

for (const toolset of TOOLSETS) {
  test(`a guest built with ${toolset} takes its React from the host`, async ({ page, signIn, stack }, testInfo) => {
    const folder = testInfo.outputPath('bundled-survey');
    await buildBundledSurvey(folder, toolset);
    await publishRemote(stack, '--dir', folder);
    await asGuest(stack);
    await signIn('patient', { storySteps });
    const receipts = await stack.receipts();
    await page.goto('/profile/1/events');
    const form = guestFrame(page);
    await openAdmissionSurvey(page, form);
    await form.getByLabel('Your comment').fill('Quick and kind.');
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await expect(form.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
    expect(await stack.receipts()).toHaveLength(receipts.length + 1);
  });
}

test('the product’s own surveys work in the frame, too', async ({ page, signIn, stack }) => {
  await signIn('patient', { storySteps });
  await asGuest(stack);
  const receipts = await stack.receipts();
  await page.goto('/profile/1/events');
  const form = guestFrame(page);
  await openAdmissionSurvey(page, form);
  await form.getByRole('radio', { name: 'Satisfied', exact: true }).check();
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await expect(form.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
  expect(await stack.receipts()).toHaveLength(receipts.length + 1);
});
