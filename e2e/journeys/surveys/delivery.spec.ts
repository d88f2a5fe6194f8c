import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { WayToRecorder } from '../../support/recorder.ts';
import { screen } from '../../support/screens.ts';
import type { Stack } from '../../support/stack.ts';
import { boxesOf, everythingStored } from '../../support/storage.ts';
import { fillIn, openSurvey, SURVEYS, send, surveyCase, thanked } from '../../support/surveys.ts';

const admission = surveyCase('admission');
const WAITS = '1 feedback form is waiting to be sent';
const ALL = { storySteps: Number.POSITIVE_INFINITY };

test.beforeEach(({ problems }) => {
  // Faults on the way to the recorder, made by the tests themselves.
  problems.allow(/Failed to load resource/);
});

async function answer(page: Page, survey = admission): Promise<void> {
  await page.goto('/profile/1/events');
  await openSurvey(page, survey);
  await fillIn(page, survey);
  await send(page);
}

/** How many delivered surveys "Who looked at my records" tells of. */
async function deliveriesTold(stack: Stack, token: string): Promise<number> {
  const log = (await stack.api.call('GET', 'v1/access-log', { token })) as { action: string }[];
  return log.filter(({ action }) => action === 'SURVEY_DELIVERED').length;
}

const openMenu = async (page: Page) => {
  await page.goto('/app');
  await screen(page, /^Good /);
  await page.getByRole('button', { name: 'Menu' }).click();
};

test('sent without a network it is safe, is said so everywhere, and goes by itself when the network is back', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  const token = await signIn('patient', ALL);
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  const told = await deliveriesTold(stack, token);
  await page.goto('/profile/1/events');
  await openSurvey(page, admission);
  await fillIn(page, admission);
  await context.setOffline(true);
  await send(page);
  await thanked(page);
  await expect(page.getByText(/Your answers are safe on this phone/)).toBeVisible();
  expect(await everythingStored(page)).not.toContain('Kind people');

  way.set('cut');
  await context.setOffline(false);
  // The page fetches the form ahead: cutting that off would be another test's fault.
  const fetchedAhead = page.waitForEvent('requestfinished', (request) =>
    /\/remotes\/surveys\/[^/]+\/exposed\./.test(request.url()),
  );
  await page.reload();
  await fetchedAhead;
  await expect(page.getByText('Your feedback is waiting to be sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send feedback' })).toBeHidden();
  expect(await stack.receipts()).toHaveLength(before.length);

  way.set('none');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByText('It was sent just now.')).toBeVisible();
  expect(await stack.receipts()).toHaveLength(before.length + 1);
  await expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);
  await expect.poll(() => deliveriesTold(stack, token)).toBe(told + 1);
});

test('a page that is opened later says what waits and sends it, under the same key', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  await signIn('patient', ALL);
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  way.set({ status: 503, retryAfter: '600' });
  await answer(page);
  await thanked(page);
  await page.close();
  const later = await context.newPage();
  await later.goto('/app');
  await expect(later.getByText(WAITS)).toBeVisible();
  await expect(later.getByRole('link', { name: /Waiting to send/ })).toHaveCount(1);
  way.set('none');
  await later.getByRole('button', { name: 'Send now' }).click();
  await expect(later.getByText(WAITS)).toBeHidden();
  await expect(later.getByRole('link', { name: /Waiting to send/ })).toHaveCount(0);
  expect(way.keys().size).toBe(1);
  expect(await stack.receipts()).toHaveLength(before.length + 1);
});

test('an answer of the recorder that is lost makes no second survey', async ({ page, context, stack, signIn }) => {
  await signIn('patient', ALL);
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  way.set('lost');
  await answer(page);
  await thanked(page);
  expect(await stack.receipts()).toHaveLength(before.length + 1);
  way.set('none');
  await expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);
  expect(way.posts.length).toBeGreaterThan(1);
  expect(way.keys().size).toBe(1);
  expect(await stack.receipts()).toHaveLength(before.length + 1);
});

test('a refusal is said, keeps the answers in the form and aside, and can be tried again or given up', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  await signIn('patient', ALL);
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  way.set({ status: 422 });
  await answer(page);
  await expect(page.getByRole('alert')).toContainText('Your feedback was not sent');
  await expect(page.getByLabel(/about triage/)).toHaveValue('Kind people, long wait.');
  await page.goto('/app');
  await expect(page.getByText('The hospital’s system could not take your feedback')).toBeVisible();
  await page.goto('/profile/1/events');
  await openSurvey(page, admission);
  await expect(page.getByLabel(/about triage/)).toHaveValue('Kind people, long wait.');
  way.set('none');
  await send(page);
  await thanked(page);
  expect(await stack.receipts()).toHaveLength(before.length + 1);
  expect(await boxesOf(page, 'unsent/')).toBe(0);

  way.set({ status: 400 });
  await answer(page, surveyCase('blood'));
  await expect(page.getByRole('alert')).toContainText('Your feedback was not sent');
  await page.goto('/app');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('The hospital’s system could not take your feedback')).toBeHidden();
  expect(await boxesOf(page, 'unsent/')).toBe(0);
});

test('signing out asks first: stay, send now, or lose it', async ({ page, context, stack, signIn }) => {
  await signIn('patient', ALL);
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  way.set({ status: 503, retryAfter: '600' });
  await answer(page);
  await thanked(page);
  await openMenu(page);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send your feedback first?' });
  await expect(dialog.getByRole('button', { name: 'Stay logged in' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Send now and log out' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It could not be sent just now');
  await dialog.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(page.getByRole('button', { name: 'Log out', exact: true })).toBeFocused();

  way.set('none');
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await dialog.getByRole('button', { name: 'Send now and log out' }).click();
  await screen(page, /^(Lodestar|Welcome to Lodestar)$/);
  expect(await stack.receipts()).toHaveLength(before.length + 1);
});

test('lost on purpose at signing out, nothing is left on the phone', async ({ page, context, stack, signIn }) => {
  await signIn('patient', ALL);
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  way.set('cut');
  await answer(page);
  await thanked(page);
  await openMenu(page);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('button', { name: 'Log out and delete' }).click();
  await screen(page, /^(Lodestar|Welcome to Lodestar)$/);
  await expect.poll(() => boxesOf(page, 'unsent/')).toBe(0);
  way.set('none');
  await page.reload();
  await screen(page, /^(Lodestar|Welcome to Lodestar)$/);
  expect(await stack.receipts()).toHaveLength(before.length);
});

test('several tabs send each survey once, and all know when it is gone', async ({ page, context, stack, signIn }) => {
  await signIn('patient', ALL);
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  way.set({ status: 503, retryAfter: '600' });
  for (const survey of SURVEYS.slice(0, 2)) {
    await answer(page, survey);
    await thanked(page);
  }
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/app');
    await expect(tab.getByText('2 feedback forms are waiting to be sent')).toBeVisible();
  }
  // Found before, pressed at one moment: the one that goes because the other tab was faster is pressed for nothing.
  const buttons = await Promise.all(
    [page, other].map((tab) => tab.getByRole('button', { name: 'Send now' }).elementHandle()),
  );
  way.posts.length = 0;
  way.set('none');
  await Promise.all(buttons.map((button) => button?.evaluate((element: HTMLElement) => element.click())));
  for (const tab of [page, other]) await expect(tab.getByText(/waiting to be sent/)).toBeHidden();
  expect(way.posts).toHaveLength(2);
  expect(await stack.receipts()).toHaveLength(before.length + 2);
});

test('a phone that keeps nothing says so, and still sends', async ({ page, context, stack, signIn }) => {
  await signIn('patient', ALL);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const way = await WayToRecorder.watch(context, stack);
  const before = await stack.receipts();
  // Asked to wait that long, the page doesn't send again before the button is pressed.
  way.set({ status: 503, retryAfter: '600' });
  await answer(page);
  await thanked(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await screen(page, 'My Events');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('This phone can’t store it: please keep this page open until it is sent.')).toBeVisible();
  way.set('none');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText(WAITS)).toBeHidden();
  expect(await stack.receipts()).toHaveLength(before.length + 1);
});
