import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { STILL } from '../../support/movement.ts';
import { member, sessionOf } from '../../support/people.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import { press } from './creating.ts';

/** With reduced motion the tutorial is shown as text. */
test.use(STILL);

const kept = (page: Page) =>
  page.evaluate(() => {
    const { isUserValidated, viewTutorial } = JSON.parse(localStorage.getItem('settings') ?? '{}');
    return { isUserValidated, viewTutorial };
  });

test(
  'tutorial offer validates the user and opens the app on Skip Tutorial',
  JOURNEY,
  async ({ page, context, stack }) => {
    await keepSession(context, { token: await sessionOf(stack, await member(stack)) });
    await page.goto('/onboarding/tutorial-offer');
    await press(page, 'Skip Tutorial');
    await expect(page).toHaveURL(/\/app$/);
    await screen(page, /^Good /);
    expect(await kept(page)).toEqual({ isUserValidated: true, viewTutorial: false });
  },
);

test('tutorial offer reloads the page on Ok and keeps the app closed in an expired trial', async ({ page, signIn }) => {
  await signIn('expired', { settings: { isUserValidated: false } });
  await page.goto('/onboarding/tutorial-offer');
  await screen(page, 'Would you like a short tutorial?');
  const reloaded = page.waitForEvent('load');
  await press(page, 'Ok');
  await reloaded;
  await screen(page, 'Your timeline');
  await press(page, 'Skip Tutorial');
  await screen(page, 'Your trial period has expired');
});

test(
  'tutorial has twelve steps with focused headings, and "start" clears viewTutorial and opens the app',
  JOURNEY,
  async ({ page, context, stack }) => {
    await keepSession(context, { token: await sessionOf(stack, await member(stack)) });
    await page.goto('/onboarding/tutorial-offer');
    await press(page, 'Ok');
    await expect(page).toHaveURL(/\/onboarding\/tutorial$/);
    expect(await kept(page)).toEqual({ isUserValidated: true, viewTutorial: true });
    for (let step = 1; step <= 12; step += 1) {
      await expect(page.getByText(`Step ${step} of 12`)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByRole('progressbar', { name: `Step ${step} of 12` })).toHaveAttribute(
        'value',
        String(step),
      );
      if (step === 4)
        await expect(page.getByText(/a Supporter needs an approved hospital e-mail domain/)).toBeVisible();
      if (step < 12) await press(page, 'Next');
    }
    await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
    await press(page, 'Previous');
    await screen(page, 'Help & Support');
    await press(page, 'Next');
    await press(page, 'start');
    await expect(page).toHaveURL(/\/app$/);
    await screen(page, /^Good /);
    expect(await kept(page)).toEqual({ isUserValidated: true, viewTutorial: false });
  },
);

test('View Tutorial in the menu opens the tutorial again, and a reload keeps it open', async ({ page, signIn }) => {
  await signIn('patient');
  await page.goto('/app');
  await press(page, 'Menu');
  await page.getByRole('dialog', { name: 'Menu' }).getByText('View Tutorial').click();
  await screen(page, 'Your timeline');
  await page.reload();
  await screen(page, 'Your timeline');
  await press(page, 'Skip Tutorial');
  await expect(page).toHaveURL(/\/app$/);
});
