import { ACCOUNTS } from '../support/api.ts';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { screen } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';
import { recordRequests } from '../support/traffic.ts';

/** Returns the requests for files of a remote. */
const filesOf = (remote: string, requests: string[]) => requests.filter((url) => url.includes(`/remotes/${remote}/`));

test(
  'visitor who opens the results downloads no byte of that remote and lands on the start',
  JOURNEY,
  async ({ page }) => {
    const requests = recordRequests(page);
    await page.goto('/profile/1/results');
    await screen(page, 'Welcome to Lodestar');
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => /\/remotes\/(records|timeline|surveys)\//.test(url))).toEqual([]);
    expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
  },
);

test('session that still needs its PIN cannot open the app, and downloads no byte of it', async ({
  page,
  context,
  stack,
}) => {
  const token = await stack.api.scan(ACCOUNTS.second.wristband);
  await keepSession(context, { token, settings: { isUserValidated: true, locale: 'en' } });
  const requests = recordRequests(page);
  for (const path of ['/app', '/profile/1/events']) {
    await page.goto(path);
    await screen(page, 'Enter your PIN');
  }
  expect(requests.filter((url) => /\/api\/(events|v1\/(profiles|results|care-plans|story))/.test(url))).toEqual([]);
  expect(filesOf('timeline', requests)).toEqual([]);
});

test('full session that is not validated yet goes through onboarding', async ({ page, signIn }) => {
  await signIn('professional', { settings: { isUserValidated: false } });
  await page.goto('/app');
  await expect(page).toHaveURL(/\/onboarding\//);
  await screen(page, 'Enter your PIN');
});

test('user who has access to the app downloads no byte of onboarding, nor of the desk', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 1, settings: { locale: 'en' } });
  const requests = recordRequests(page);
  for (const path of ['/', '/onboarding/login', '/desk']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/app$/);
    await screen(page, /^Good /);
  }
  expect(filesOf('onboarding', requests)).toEqual([]);
  expect(filesOf('desk', requests)).toEqual([]);
});

test('expired account gets its own screen, whose button leaves nothing on the phone', async ({ page, signIn }) => {
  await signIn('expired', { settings: { locale: 'en' } });
  const requests = recordRequests(page);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/expired$/);
  expect(filesOf('timeline', requests)).toEqual([]);
  await expect(
    page.getByText('Your trial period has expired. To re-activate, please contact our support team.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Back to the start' }).click();
  await screen(page, 'Welcome to Lodestar');
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
});
