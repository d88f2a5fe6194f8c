import { asGuest } from '../support/guests.ts';
import { comeBackOffline, openAndKeep } from '../support/offline.ts';
import { guestFrame, openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens.ts';
import { expect, test } from './fixtures.ts';

test('a guest’s survey opens offline after one visit and is sent when the network returns', async ({
  page,
  problems,
  signIn,
  stack,
}) => {
  await signIn('patient', { storySteps });
  await asGuest(stack);
  await openAndKeep(page, '/profile/1/events');
  const cold = await comeBackOffline(page, problems);
  await cold.goto('/profile/1/events');
  const form = guestFrame(cold);
  await openAdmissionSurvey(cold, form);
  await form.getByRole('radio', { name: 'Satisfied', exact: true }).check();
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await expect(form.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();

  const receipts = await stack.receipts();
  await cold.context().setOffline(false);
  await expect.poll(() => stack.receipts()).toHaveLength(receipts.length + 1);
});
