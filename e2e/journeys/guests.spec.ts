import { expect, test } from '../support/fixtures.ts';
import { guestFrame, openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';

/** Makes the surveys that are active unsigned. */
const asGuest = (stack: Stack) =>
  stack.changeRegistry(({ remotes: { surveys } }) => {
    const published = surveys?.versions[surveys.active];
    if (published === undefined) return;
    published.trust = 'guest';
    delete published.signature;
  });

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
