import type { Page } from 'playwright/test';
import { test as base, expect, JOURNEY } from '../../support/fixtures.ts';
import { RecorderProxy } from '../../support/hospital/recorder.ts';
import type { Stack } from '../../support/hospital/stack.ts';
import { goOffline } from '../../support/phone/offline.ts';
import { storeToken } from '../../support/phone/session.ts';
import { boxesOf, everythingStored } from '../../support/phone/storage.ts';
import { screen } from '../../support/screens/screens.ts';
import { fillIn, openSurvey, SURVEYS, send, surveyCase, thanked } from '../../support/screens/surveys.ts';

const admission = surveyCase('admission');
/** With this retry delay, the page doesn't send again before the user presses a button. */
const BUSY = { status: 503, retryAfter: '600' };
const NOT_SENT = 'Your feedback was not sent';
const NOT_TAKEN = 'The hospital’s system could not take your feedback';
const START = /^(Lodestar|Welcome to Lodestar)$/;

interface Fixtures {
  token: string;
  recorder: RecorderProxy;
  /** Resolves with the number of surveys that the recorder has accepted since the test began. */
  taken(): Promise<number>;
}

const test = base.extend<Fixtures>({
  token: async ({ signIn }, use) => use(await signIn('patient', { storySteps: Number.POSITIVE_INFINITY })),
  recorder: async ({ context, stack, token: _signedIn }, use) => use(await RecorderProxy.watch(context, stack)),
  taken: async ({ stack }, use) => {
    const { length: before } = await stack.receipts();
    await use(async () => (await stack.receipts()).length - before);
  },
});

test.beforeEach(({ problems }) => {
  // Network faults on the connection to the recorder, caused by the tests themselves.
  problems.allow(/Failed to load resource/);
});

async function fillInFromTheList(page: Page, survey = admission): Promise<void> {
  await page.goto('/profile/1/events');
  await openSurvey(page, survey);
  await fillIn(page, survey);
}

async function answer(page: Page, survey = admission): Promise<void> {
  await fillInFromTheList(page, survey);
  await send(page);
}

/** Answers a survey and waits for the thank-you, whether or not the answers have been delivered. */
async function answerForThanks(page: Page, survey = admission): Promise<void> {
  await answer(page, survey);
  await thanked(page);
}

/** Resolves with the number of delivered surveys in the access log. */
async function deliveriesReported(stack: Stack, token: string): Promise<number> {
  const log = (await stack.api.call('GET', 'v1/access-log', { token })) as { action: string }[];
  return log.filter(({ action }) => action === 'SURVEY_DELIVERED').length;
}

const logOutButton = (page: Page) => page.getByRole('button', { name: 'Log out', exact: true });

async function logOut(page: Page): Promise<void> {
  await page.goto('/app');
  await screen(page, /^Good /);
  await page.getByRole('button', { name: 'Menu' }).click();
  await logOutButton(page).click();
}

test('survey sent offline waits, then is sent', JOURNEY, async ({ page, context, stack, token, recorder, taken }) => {
  const reported = await deliveriesReported(stack, token);
  await fillInFromTheList(page);
  await goOffline(page);
  await send(page);
  await thanked(page);
  await expect(page.getByText(/Your answers are safe on this phone/)).toBeVisible();
  expect(await everythingStored(page)).not.toContain('Kind people');

  recorder.set('cut');
  await context.setOffline(false);
  // The page prefetches the form; cutting that off would be an unrelated failure.
  const fetchedAhead = page.waitForEvent('requestfinished', (request) =>
    /\/remotes\/surveys\/[^/]+\/exposed\./.test(request.url()),
  );
  await page.reload();
  await fetchedAhead;
  await expect(page.getByText('Your feedback is waiting to be sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send feedback' })).toBeHidden();
  expect(await taken()).toBe(0);

  recorder.set('none');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByText('It was sent just now.')).toBeVisible();
  expect(await taken()).toBe(1);
  await expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);
  await expect.poll(() => deliveriesReported(stack, token)).toBe(reported + 1);
});

test('later pages send each waiting survey once', JOURNEY, async ({ page, context, recorder, taken }) => {
  recorder.set(BUSY);
  for (const survey of SURVEYS.slice(0, 2)) await answerForThanks(page, survey);
  await page.close();
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/app');
    await expect(tab.getByText('2 feedback forms are waiting to be sent')).toBeVisible();
    await expect(tab.getByRole('link', { name: /Waiting to send/ })).toHaveCount(2);
  }
  // Located first, then pressed at the same time. The press in the slower tab may have no effect.
  const buttons = await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Send now' }).elementHandle()));
  const before = recorder.posts.length;
  recorder.set('none');
  await Promise.all(buttons.map((button) => button?.evaluate((element: HTMLElement) => element.click())));
  for (const tab of tabs) {
    await expect(tab.getByText(/waiting to be sent/)).toBeHidden();
    await expect(tab.getByRole('link', { name: /Waiting to send/ })).toHaveCount(0);
  }
  expect(recorder.posts).toHaveLength(before + 2);
  expect(recorder.keys().size).toBe(2);
  expect(await taken()).toBe(2);
});

test('refused survey keeps its answers and can be sent or deleted', JOURNEY, async ({ page, recorder, taken }) => {
  recorder.set({ status: 422 });
  await answer(page);
  await expect(page.getByRole('alert')).toContainText(NOT_SENT);
  await expect(page.getByLabel(/about triage/)).toHaveValue('Kind people, long wait.');
  await page.goto('/app');
  await expect(page.getByText(NOT_TAKEN)).toBeVisible();
  await page.goto('/profile/1/events');
  await openSurvey(page, admission);
  await expect(page.getByLabel(/about triage/)).toHaveValue('Kind people, long wait.');
  recorder.set('none');
  await send(page);
  await thanked(page);
  expect(await taken()).toBe(1);
  expect(await boxesOf(page, 'unsent/')).toBe(0);

  recorder.set({ status: 400 });
  await answer(page, surveyCase('blood'));
  await expect(page.getByRole('alert')).toContainText(NOT_SENT);
  await page.goto('/app');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText(NOT_TAKEN)).toBeHidden();
  expect(await boxesOf(page, 'unsent/')).toBe(0);
});

test('signing out asks what to do with unsent feedback', JOURNEY, async ({ page, stack, recorder, taken }) => {
  recorder.set(BUSY);
  await answerForThanks(page);
  await logOut(page);
  const dialog = page.getByRole('dialog', { name: 'Send your feedback first?' });
  await expect(dialog.getByRole('button', { name: 'Stay logged in' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Send now and log out' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It could not be sent just now');
  await dialog.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(logOutButton(page)).toBeFocused();

  recorder.set('none');
  await logOutButton(page).click();
  await dialog.getByRole('button', { name: 'Send now and log out' }).click();
  await screen(page, START);
  expect(await taken()).toBe(1);

  const token = await stack.api.signIn('patient');
  await storeToken(page, token);
  recorder.set('cut');
  await answerForThanks(page, surveyCase('blood'));
  await logOut(page);
  await dialog.getByRole('button', { name: 'Log out and delete' }).click();
  await screen(page, START);
  await expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);
  recorder.set('none');
  await page.reload();
  await screen(page, START);
  expect(await taken()).toBe(1);
});

test('sent survey shows its answers, and an edit replaces it', JOURNEY, async ({ page, stack, token, taken }) => {
  await answerForThanks(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^Already read/ }).click();
  await page.getByRole('link', { name: /^How was your admission/ }).click();
  await expect(page.getByText('You have sent your feedback')).toBeVisible();
  await expect(page.getByText('Too few masks.')).toBeVisible();
  await page.getByRole('button', { name: 'Change my answers' }).click();
  await page.getByRole('textbox', { name: /about the precautions/ }).fill('Enough masks today.');
  await send(page);
  await thanked(page);
  expect(await taken()).toBe(2);
  const [correction, first] = await stack.receipts();
  expect(first).toMatchObject({ replacedBy: correction?.receiptId });
  expect(correction).not.toHaveProperty('replacedBy');
  await expect
    .poll(() => stack.api.call('GET', 'v1/survey-receipts', { token }))
    .toMatchObject([{ survey: 'admission', receiptId: correction?.receiptId }]);
});
