import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { asGuest } from '../support/guests.ts';
import { guestFrame, openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';
import { Stack } from '../support/stack.ts';

let stack: Stack;

test.beforeAll(async () => {
  stack = await Stack.start({ guestsApart: true });
  await asGuest(stack);
});
test.afterAll(() => stack.stop());

/** Opens the survey. Resolves with the host name that its frame came from. */
async function openSurvey(page: Page): Promise<string | undefined> {
  await page.goto(`${stack.url}/profile/1/events`);
  await openAdmissionSurvey(page, guestFrame(page));
  const [, frame] = page.frames();
  return frame && new URL(frame.url()).hostname;
}

test('guests load from their own host and fall back to the page’s', async ({ page, context, problems }) => {
  const token = await stack.api.signIn('patient');
  await stack.api.playStory(token, storySteps);
  await keepSession(context, { token, settings: { isUserValidated: true } });
  expect(await openSurvey(page)).toBe('127.0.0.1');

  problems.allow(/ERR_FAILED/);
  await context.route('http://127.0.0.1:*/guest/**', (route) => route.abort());
  expect(await openSurvey(page)).toBe('localhost');
});
