import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { MOVING } from '../../support/movement.ts';
import { member, numberOf, scannedHere, sessionOf } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import { recordRequests } from '../../support/traffic.ts';

test.use(MOVING);

/** Duration of the splash (ms). */
const SPLASH_MS = 1_200;

const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'settings'));
const wasIn = (page: Page) =>
  page.evaluate(() => /"isUserValidated":true/.test(localStorage.getItem('settings') ?? ''));

test('/ plays the splash, then leads a visitor to the start of onboarding', JOURNEY, async ({ page, stopClock }) => {
  await page.clock.install();
  await stopClock();
  await page.goto('/');
  await screen(page, /^Lodestar$/);
  await page.clock.runFor(SPLASH_MS);
  await screen(page, 'Welcome to Lodestar');
  await expect(page).toHaveURL(/\/onboarding$/);
});

test('/ leads a session that still needs the PIN to it', async ({ page, stack, context }) => {
  await scannedHere(context, stack);
  await page.goto('/');
  await screen(page, 'Enter your PIN');
  await expect(page).toHaveURL(/\/onboarding\/pin-code$/);
});

test('/ leads a full session that has not passed the tutorial offer to the PIN, which it can enter', async ({
  page,
  stack,
  context,
}) => {
  const person = await member(stack);
  await keepSession(context, { token: await sessionOf(stack, person) });
  await page.goto('/');
  await screen(page, 'Enter your PIN');
  await expect(page.getByText(/^We sent a 4-digit code/)).toBeVisible();
  await page.getByLabel('4-digit code').fill((await stack.api.newestPin(numberOf(person))) ?? '');
  await page.getByRole('button', { name: 'Submit' }).click();
  await screen(page, "You're all set, Ada");
});

test('/ leads a signed-in user to the app', async ({ page, signIn }) => {
  await signIn('patient');
  await page.goto('/');
  await expect(page).toHaveURL(/\/app$/);
  await screen(page, /^Good /);
});

test('unknown addresses redirect to the welcome screen', async ({ page }) => {
  for (const path of ['/nowhere', '/onboarding/nowhere', '/profile/none/events']) {
    await page.goto(path);
    await screen(page, 'Welcome to Lodestar');
  }
});

test('/refresh fetches everything again and goes to the app', async ({ page, signIn }) => {
  await signIn('patient');
  const requests = recordRequests(page);
  await page.goto('/refresh');
  await expect(page).toHaveURL(/\/app$/);
  await screen(page, /^Good /);
  await expect.poll(() => requests.filter((url) => url.endsWith('/api/events')).length).toBeGreaterThan(0);
});

test('/refresh leads a visitor to the start', async ({ page }) => {
  await page.goto('/refresh');
  await screen(page, 'Welcome to Lodestar');
});

test.describe('/reset', () => {
  test('asks first, and Cancel changes nothing', async ({ page, signIn }) => {
    await signIn('second');
    await page.goto('/reset');
    await screen(page, 'Start again?');
    await expect(
      page.getByText('This signs you out, clears what this phone has stored and restarts the demo.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await screen(page, /^Good /);
  });

  test(
    'restarts the demo, signs out, clears the phone and returns to the root',
    JOURNEY,
    async ({ page, stack, context }) => {
      const token = await sessionOf(stack, await member(stack));
      await stack.api.playStory(token, 3);
      await keepSession(context, { token, settings: { isUserValidated: true, theme: 'DARK' } });
      await page.goto('/reset');
      await page.getByRole('button', { name: 'Reset' }).click();
      await screen(page, 'Welcome to Lodestar');
      expect(await keptKeys(page)).toEqual([]);
      expect(await wasIn(page)).toBe(false);
      await expect(stack.api.call('GET', 'v1/users/me', { token })).rejects.toThrow('401');
    },
  );

  test('shows a message and changes nothing when the call fails, and works on the next attempt', async ({
    page,
    context,
    stack,
    problems,
  }) => {
    problems.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
    // Back online the app fetches everything again; the reset may have ended the session by then.
    problems.allow(callFailed('(events|v1/profiles|v1/notifications)'));
    await keepSession(context, {
      token: await sessionOf(stack, await member(stack)),
      settings: { isUserValidated: true },
    });
    await page.goto('/reset');
    await screen(page, 'Start again?');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(
      page.getByText('The demo could not be reset. Please check your connection and try again.'),
    ).toBeVisible();
    expect(await keptKeys(page)).toEqual(['access-token']);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reset' }).click();
    await screen(page, 'Welcome to Lodestar');
    expect(await keptKeys(page)).toEqual([]);
  });

  test('works for a visitor, too', async ({ page }) => {
    await page.goto('/reset');
    await page.getByRole('button', { name: 'Reset' }).click();
    await screen(page, 'Welcome to Lodestar');
  });
});

test('/expired clears local storage, shows the contacts and returns to the root', JOURNEY, async ({ page, signIn }) => {
  await signIn('expired', { settings: { theme: 'DARK' } });
  await page.goto('/expired');
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await screen(page, 'Your trial period has expired');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page).toHaveURL(/\/expired$/);
  await expect(
    page.getByText('Your trial period has expired. To re-activate, please contact our support team.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /support@example\.org/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /extension 123/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await screen(page, 'Welcome to Lodestar');
  await expect(page).toHaveURL(/\/onboarding$/);
  expect(await keptKeys(page)).toEqual([]);
  expect(await wasIn(page)).toBe(false);
});
