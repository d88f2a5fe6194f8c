import { ACCOUNTS } from '../../support/api.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { member, scanned, sessionOf } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import { ROWS } from './routes.ts';

const APP = ['/app', '/app/help', '/app/settings', '/app/anything', '/profile/1/events', '/profile/1/care-plans'];
/** Legal documents and links from emails and texts, which anyone can open. */
const FOR_ANYONE = /\/(nda-legal|privacy|terms|reset-password\/.+|validate-email\/.+|confirm-mobile\/.+)$/;
const ONBOARDING = ROWS.map(({ route }) => route).filter((route) => !FOR_ANYONE.test(route));

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
  for (const { route, heading } of ROWS.filter((row) => FOR_ANYONE.test(row.route))) {
    await page.goto(route);
    await screen(page, heading);
  }
  await page.goto('/app/help');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await screen(page, 'Privacy Policy');
  await page.getByRole('button', { name: 'Back' }).click();
  await screen(page, 'Help & Support');
});

for (const who of ['a visitor', 'who is in'] as const) {
  test(`onboarding guard shows the tutorial on every route while viewTutorial is on (${who})`, async ({
    page,
    context,
    stack,
  }) => {
    test.slow();
    const token = who === 'who is in' ? { token: await sessionOf(stack, await member(stack)) } : {};
    await keepSession(context, { ...token, settings: { viewTutorial: true, isUserValidated: who === 'who is in' } });
    for (const route of ONBOARDING) {
      await page.goto(route);
      await expect(page, route).toHaveURL(/\/onboarding\/tutorial$/);
    }
    await screen(page, 'Your timeline');
  });
}

test('app guard redirects a visitor to the start from every route', JOURNEY, async ({ page }) => {
  for (const route of APP) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/onboarding$/);
  }
});

test('app guard redirects a visitor on a phone that had access before', async ({ page, context }) => {
  await keepSession(context, { settings: { isUserValidated: true } });
  for (const route of APP) {
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

test('app guard redirects a session that has not passed the tutorial offer to the PIN from every route', async ({
  page,
  context,
  stack,
}) => {
  await keepSession(context, { token: await sessionOf(stack, await member(stack)) });
  for (const route of APP) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/onboarding\/pin-code$/);
  }
});

test(
  'app guard redirects an expired trial to its own screen from every route',
  JOURNEY,
  async ({ page, signIn, stack }) => {
    await signIn('expired');
    for (const route of [...APP, '/refresh']) {
      await page.goto(route);
      await expect(page, route).toHaveURL(/\/expired$/);
      // That screen has ended the session.
      await expect.poll(() => page.evaluate(() => localStorage.length), route).toBe(0);
      const token = await stack.api.signIn('expired');
      await page.evaluate((saved) => localStorage.setItem('access-token', saved), token);
    }
  },
);

test('expired trial gets no PIN, and its wristband leads to /expired', async ({ page, context, stack }) => {
  const token = await stack.api.scan(ACCOUNTS.expired.wristband);
  await keepSession(context, { token });
  await page.goto('/onboarding/pin-code');
  await screen(page, 'Your trial period has expired');
  await expect(page).toHaveURL(/\/expired$/);
});
