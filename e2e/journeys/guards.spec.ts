import { ACCOUNTS } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { screen } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';
import { recordRequests } from '../support/traffic.ts';

test('visitor who opens the results downloads no byte of that remote and lands on the start', async ({ page }) => {
  const requests = recordRequests(page);
  await page.goto('/profile/1/results');
  await screen(page, 'Welcome to Lodestar');
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /\/remotes\/(records|timeline|surveys)\//.test(url))).toEqual([]);
  expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('session that still needs its PIN cannot open the app', async ({ page, context, stack }) => {
  const token = await stack.api.scan(ACCOUNTS.second.wristband);
  await keepSession(context, { token, settings: { isUserValidated: true } });
  const requests = recordRequests(page);
  for (const path of ['/app', '/profile/1/events']) {
    await page.goto(path);
    await screen(page, 'Enter your PIN');
  }
  expect(requests.filter((url) => /\/api\/(events|v1\/(profiles|results|care-plans|story))/.test(url))).toEqual([]);
});

test('full session that is not validated yet goes through onboarding', async ({ page, signIn }) => {
  await signIn('professional', { settings: { isUserValidated: false } });
  await page.goto('/app');
  await expect(page).toHaveURL(/\/onboarding\//);
  await screen(page, 'Enter your PIN');
});

test('user who has access to the app does not see onboarding again', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 1 });
  await page.goto('/onboarding/welcome');
  await expect(page).toHaveURL(/\/app$/);
  await screen(page, /^Good /);
});

test('expired account gets its own screen, whose button leaves nothing on the phone', async ({ page, signIn }) => {
  await signIn('expired');
  await page.goto('/app');
  await expect(page).toHaveURL(/\/expired$/);
  await expect(
    page.getByText('Your trial period has expired. To re-activate, please contact our support team.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Back to the start' }).click();
  await screen(page, 'Welcome to Lodestar');
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
});
