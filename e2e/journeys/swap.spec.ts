import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { publishRemote } from '../support/hospital/publish.ts';
import { recordRequests, versionsIn } from '../support/phone/traffic.ts';
import {
  answerAdmissionSurvey,
  guestFrame,
  openAdmissionSurvey,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens/screens.ts';

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
  await form.getByLabel('Comments on triage (optional)').fill('Quick and kind.');
  await answerAdmissionSurvey(page, form);

  expect(versionsIn(requests, 'surveys')).toEqual([after.remotes.surveys?.active]);
  const arrived = await stack.receipts();
  expect(arrived).toHaveLength(receipts.length + 1);
  expect(arrived[0]).toMatchObject({ survey: 'admission', hospital: 'Northside General Hospital' });

  await form.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Events' })).toBeVisible();
});
