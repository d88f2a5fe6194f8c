import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { member, sessionOf } from '../../support/people/person.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { keepSignedIn } from '../../support/phone/session.ts';
import { recordRequests } from '../../support/phone/traffic.ts';
import { press, screen } from '../../support/screens/screens.ts';

test.use(MOVING);

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

test('/refresh fetches everything again and goes to the app', async ({ page, signIn }) => {
  await signIn('patient');
  const requests = recordRequests(page);
  await page.goto('/refresh');
  await expect(page).toHaveURL(/\/app$/);
  await screen(page, /^Good /);
  await expect.poll(() => requests.filter((url) => url.endsWith('/api/events')).length).toBeGreaterThan(0);
});

test(
  '/reset restarts the demo, signs out, clears the phone and returns to the root',
  JOURNEY,
  async ({ page, stack, context, problems }) => {
    problems.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
    // Back online the app fetches everything again; the reset may have ended the session by then.
    problems.allow(callFailed('(events|v1/profiles|v1/notifications)'));
    const token = await sessionOf(stack, await member(stack));
    await stack.api.playStory(token, 3);
    await keepSignedIn(context, token, { theme: 'DARK' });
    await page.goto('/reset');
    await screen(page, 'Start again?');
    await expect(
      page.getByText('This signs you out, clears what this phone has stored and restarts the demo.'),
    ).toBeVisible();
    await context.setOffline(true);
    await press(page, 'Reset');
    await expect(
      page.getByText('The demo could not be reset. Please check your connection and try again.'),
    ).toBeVisible();
    expect(await keptKeys(page)).toEqual(['access-token']);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await screen(page, /^Good /);

    await page.goto('/reset');
    await press(page, 'Reset');
    await screen(page, 'Welcome to Lodestar');
    expect(await keptKeys(page)).toEqual([]);
    expect(await wasIn(page)).toBe(false);
    await expect(stack.api.call('GET', 'v1/users/me', { token })).rejects.toThrow('401');

    // A visitor can reset, too.
    await page.goto('/reset');
    await press(page, 'Reset');
    await screen(page, 'Welcome to Lodestar');
  },
);

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
