import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { member, sessionOf } from '../../support/people.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import { press } from './creating.ts';

/** Who wants no motion reads the tutorial. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const kept = (page: Page) =>
  page.evaluate(() => {
    const { isUserValidated, viewTutorial } = JSON.parse(localStorage.getItem('settings') ?? '{}');
    return { isUserValidated, viewTutorial };
  });

test('the offer: Ok lets the person in and shows the tutorial', async ({ page, context, stack }) => {
  await keepSession(context, { token: await sessionOf(stack, await member(stack)) });
  await page.goto('/onboarding/tutorial-offer');
  await press(page, 'Ok');
  await screen(page, 'Your timeline');
  await expect(page).toHaveURL(/\/onboarding\/tutorial$/);
  expect(await kept(page)).toEqual({ isUserValidated: true, viewTutorial: true });
  await page.goto('/');
  await expect(page).toHaveURL(/\/app$/);
});

test('the offer: Skip Tutorial lets the person in without it', async ({ page, context, stack }) => {
  await keepSession(context, { token: await sessionOf(stack, await member(stack)) });
  await page.goto('/onboarding/tutorial-offer');
  await press(page, 'Skip Tutorial');
  await expect(page).toHaveURL(/\/app$/);
  await screen(page, /^Good /);
  expect(await kept(page)).toEqual({ isUserValidated: true, viewTutorial: false });
});

test('the offer: with an expired trial Ok reloads the page; the app stays closed', async ({ page, signIn }) => {
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

test('twelve steps, each with a heading that takes the focus; "start" clears viewTutorial and leads to the app', async ({
  page,
  context,
  stack,
}) => {
  const token = await sessionOf(stack, await member(stack));
  await keepSession(context, { token, settings: { isUserValidated: true, viewTutorial: true } });
  await page.goto('/onboarding/tutorial');
  for (let step = 1; step <= 12; step += 1) {
    await expect(page.getByText(`Step ${step} of 12`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('progressbar', { name: `Step ${step} of 12` })).toHaveAttribute('value', String(step));
    if (step === 4) await expect(page.getByText(/a Supporter needs an approved hospital e-mail domain/)).toBeVisible();
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
});

test('View Tutorial in the menu leads through it again, and a reload in it stays in it', async ({ page, signIn }) => {
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
