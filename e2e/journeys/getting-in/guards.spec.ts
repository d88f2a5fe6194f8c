import { SCREENS } from '../../../onboarding-mfe/src/testing/screens.ts';
import { ACCOUNTS } from '../../support/api.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { member, numberOf, scanned, sessionOf } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import { press } from './creating.ts';

const APP = ['/app', '/app/help', '/app/settings', '/app/anything', '/profile/1/events', '/profile/1/care-plans'];
/** Legal documents and links from emails and texts, which anyone can open. */
const FOR_ANYONE = /\/(nda-legal|privacy|terms|reset-password\/.+|validate-email\/.+|confirm-mobile\/.+)$/;
const ONBOARDING = SCREENS.map(({ route }) => route).filter((route) => route !== '/expired' && !FOR_ANYONE.test(route));

test(
  'onboarding guard redirects a signed-in user from all of its screens to the app',
  JOURNEY,
  async ({ page, signIn }) => {
    test.slow();
    await signIn('patient');
    for (const route of ONBOARDING) {
      await page.goto(route);
      await expect(page, route).toHaveURL(/\/app$/);
    }
  },
);

test('legal documents and email links open for signed-in users and lead back', async ({ page, signIn, problems }) => {
  for (const call of ['validate-email', 'phone-change']) problems.allow(callFailed(`v1/users/${call}`));
  await signIn('patient');
  for (const { route, heading } of SCREENS.filter((row) => FOR_ANYONE.test(row.route))) {
    await page.goto(route);
    await screen(page, heading);
  }
  await page.goto('/app/help');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await screen(page, 'Privacy Policy');
  await page.getByRole('button', { name: 'Back' }).click();
  await screen(page, 'Help & Support');
});

test('onboarding guard shows the tutorial, also to a visitor, while viewTutorial is on', async ({ page, context }) => {
  await keepSession(context, { settings: { viewTutorial: true } });
  for (const route of ['/onboarding/welcome', '/onboarding/login', '/onboarding/pin-code']) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/onboarding\/tutorial$/);
  }
  await screen(page, 'Your timeline');
});

test('app guard redirects a visitor to the start from every route', JOURNEY, async ({ page }) => {
  for (const route of [...APP, '/refresh', '/nowhere', '/onboarding/nowhere', '/profile/none/events']) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/onboarding$/);
  }
});

test('app guard redirects to the PIN from every route while it is due', JOURNEY, async ({ page, context, stack }) => {
  const { token } = await scanned(stack);
  await keepSession(context, { token, settings: { isUserValidated: true } });
  for (const route of APP) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/onboarding\/pin-code$/);
  }
});

test('session that has not passed the tutorial offer is led to the PIN, and can enter it', async ({
  page,
  context,
  stack,
}) => {
  const person = await member(stack);
  await keepSession(context, { token: await sessionOf(stack, person) });
  for (const route of ['/', '/app']) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/onboarding\/pin-code$/);
  }
  await expect(page.getByText(/^We sent a 4-digit code/)).toBeVisible();
  await page.getByLabel('4-digit code').fill((await stack.api.newestPin(numberOf(person))) ?? '');
  await press(page, 'Submit');
  await screen(page, "You're all set, Ada");
});

test(
  'app guard redirects an expired trial to its own screen from every route',
  JOURNEY,
  async ({ page, signIn, stack }) => {
    const keepToken = (token: string) => page.evaluate((saved) => localStorage.setItem('access-token', saved), token);
    await signIn('expired');
    for (const route of [...APP, '/refresh']) {
      await page.goto(route);
      await expect(page, route).toHaveURL(/\/expired$/);
      // That screen has ended the session.
      await expect.poll(() => page.evaluate(() => localStorage.length), route).toBe(0);
      await keepToken(await stack.api.signIn('expired'));
    }
    // A wristband opens no more than a password.
    await keepToken(await stack.api.scan(ACCOUNTS.expired.wristband));
    await page.goto('/onboarding/pin-code');
    await screen(page, 'Your trial period has expired');
    await expect(page).toHaveURL(/\/expired$/);
  },
);
