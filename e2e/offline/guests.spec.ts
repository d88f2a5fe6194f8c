import { asGuest } from '../support/hospital/guests.ts';
import { comeBackOffline, openAndKeep } from '../support/phone/offline.ts';
import {
  answerAdmissionSurvey,
  guestFrame,
  openAdmissionSurvey,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens/screens.ts';
import { expect, test } from './fixtures.ts';

test('a guest’s survey opens offline and is sent later', async ({ page, problems, signIn, stack }) => {
  await signIn('patient', { storySteps });
  await asGuest(stack);
  await openAndKeep(page, '/profile/1/events');
  const cold = await comeBackOffline(page, problems);
  await cold.goto('/profile/1/events');
  const form = guestFrame(cold);
  await openAdmissionSurvey(cold, form);
  await answerAdmissionSurvey(cold, form);

  const receipts = await stack.receipts();
  await cold.context().setOffline(false);
  await expect.poll(() => stack.receipts()).toHaveLength(receipts.length + 1);
});
