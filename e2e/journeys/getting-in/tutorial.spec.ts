import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { member, numberOf, sessionOf } from '../../support/people/person.ts';
import { STILL } from '../../support/phone/browser.ts';
import { keepSession } from '../../support/phone/session.ts';
import { press, screen } from '../../support/screens/screens.ts';

test.use(STILL);

const kept = (page: Page) =>
  page.evaluate(() => {
    const { isUserValidated, viewTutorial } = JSON.parse(localStorage.getItem('settings') ?? '{}');
    return { isUserValidated, viewTutorial };
  });

test('tutorial can be skipped, opened again and followed', JOURNEY, async ({ page, context, stack }) => {
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
  await page.getByRole('link', { name: 'Continue' }).click();
  await press(page, 'Skip Tutorial');
  await expect(page).toHaveURL(/\/app$/);
  await screen(page, /^Good /);
  expect(await kept(page)).toEqual({ isUserValidated: true, viewTutorial: false });

  await press(page, 'Menu');
  await page.getByRole('dialog', { name: 'Menu' }).getByText('View Tutorial').click();
  await screen(page, 'Your timeline');
  expect(await kept(page)).toEqual({ isUserValidated: true, viewTutorial: true });
  await page.reload();
  for (let step = 1; step <= 12; step += 1) {
    await expect(page.getByText(`Step ${step} of 12`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const progress = page.getByRole('progressbar', { name: `Step ${step} of 12` });
    await expect(progress).toHaveAttribute('value', String(step));
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
