import type { Page } from 'playwright/test';
import { ACCOUNTS, PASSWORD } from '../../support/api.ts';
import { addToFigure } from '../../support/figures.ts';
import { expect, test } from '../../support/fixtures.ts';
import { goIntoTheApp, screen } from '../../support/screens.ts';
import { openRequests } from '../../support/traffic.ts';

/** Console messages that browsers write about a failed request. */
const FAILED = /Failed to load resource|net::ERR_/;

/** Idle time before a page checks its session again (ms). Sessions end after 30 minutes without use. */
const ALMOST_IDLE_MS = 28 * 60_000;

/** Advances the clock to the page's first check of when the session ends, and waits until the response is handled. */
async function sessionIsWatched(page: Page): Promise<void> {
  const looked = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/api/v1/sessions'),
  );
  await page.clock.fastForward(10_000);
  await (await looked).finished();
  // Runs in a later task of the page than the one in which the response arrived.
  await page.evaluate(() => undefined);
}

/** Confirms the message that the session is over, which leads to the start screen. */
async function readThatItIsOver(page: Page): Promise<void> {
  const message = page.getByRole('dialog', { name: 'You have been logged out' });
  await message.getByRole('button', { name: 'OK' }).click();
  await expect(message).toHaveCount(0);
  await screen(page, 'Welcome to Lodestar');
  addToFigure(test.info(), 'sessions', { 'told that they are over': 1 });
}

test.beforeEach(async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
});

test('the session continues offline and the age of the data is shown', async ({ page, context, problems }) => {
  problems.allow(FAILED);
  await sessionIsWatched(page);
  const line = page.getByText('You are offline.');
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.clock.fastForward(61_000);
  await expect(line).toBeVisible();
  await expect(page.getByText('What you see is 1 minute old.')).toBeVisible();
  await page.clock.fastForward(4 * 60_000);
  await expect(page.getByText('What you see is 5 minutes old.')).toBeVisible();
  await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
  await context.unroute('**/api/**');
  await page.clock.fastForward(61_000);
  await expect(line).toHaveCount(0);
});

test('offline message appears and disappears with the network immediately', async ({ page, context, problems }) => {
  problems.allow(FAILED);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});

for (const status of [401, 403]) {
  test(`a ${status} response to the session check ends the session, and nothing stays on the phone`, async ({
    page,
    context,
    problems,
  }) => {
    problems.allow(FAILED);
    await sessionIsWatched(page);
    let checks = 0;
    await context.route('**/api/v1/users/me', (route) => {
      checks += 1;
      return route.fulfill({ status, json: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } });
    });
    // A minute in which the stream reconnected has no check: the open stream proves that the session is valid.
    await expect(async () => {
      await page.clock.fastForward(61_000);
      expect(checks).toBeGreaterThan(0);
    }).toPass();
    await readThatItIsOver(page);
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    await expect(page.getByText('How was your stay?')).toHaveCount(0);
  });
}

test('session that was ended elsewhere ends here', async ({ page, stack, problems }) => {
  problems.allow(FAILED);
  await sessionIsWatched(page);
  const token = await page.evaluate(() => localStorage.getItem('access-token') ?? '');
  // The stream reports the end. Jumping a minute ahead would expire the requests for the start screen that it causes.
  await stack.api.call('DELETE', 'v1/sessions', { token });
  await readThatItIsOver(page);
});

test('session can be extended when its end is announced, and typed text is kept until the next sign-in once it has ended', async ({
  page,
  stack,
  problems,
}) => {
  problems.allow(FAILED);
  const open = openRequests(page);
  await page.goto('/app/help');
  const comments = page.getByLabel('Comments');
  await comments.fill('How do I find ward');
  await sessionIsWatched(page);
  // Nothing was touched for over a minute, so requests from here on do not extend the session.
  await page.clock.fastForward(61_000);
  await expect.poll(() => open.size).toBe(0);
  stack.records.endSessionsIn(ACCOUNTS.patient.email, 100_000);
  await page.clock.fastForward(ALMOST_IDLE_MS);
  const question = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(question).toContainText(/You will be logged out in:\s*1:\d\d/);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toHaveCount(0);
  addToFigure(test.info(), 'sessions', { 'asked before the end and prolonged': 1 });
  await expect(comments).toBeFocused();
  await expect(comments).toHaveValue('How do I find ward');

  stack.records.endSessionsIn(ACCOUNTS.patient.email, -1);
  await page.clock.fastForward(ALMOST_IDLE_MS);
  await readThatItIsOver(page);

  await page.getByRole('link', { name: 'Get started' }).click();
  await screen(page, 'Your hospital journey, in one place');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('link', { name: /hospital professional/i }).click();
  await screen(page, 'Please Sign In');
  await page.getByLabel('Email').fill(ACCOUNTS.patient.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await goIntoTheApp(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Help & Support' }).click();
  await expect(comments).toHaveValue('How do I find ward');
});
