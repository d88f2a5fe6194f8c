import type { Page } from 'playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { profileRow } from '../../support/frame.ts';
import { MOVING, STILL } from '../../support/movement.ts';
import { screen } from '../../support/screens.ts';
import { settle } from '../../support/settle.ts';
import type { Stack } from '../../support/stack.ts';

test.use(MOVING);

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu(page).waitFor();
}

test.describe('top bar', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 4 });
    await page.goto('/profile/1/results');
    await screen(page, 'My Results');
  });

  test('leads home from the logo and from the button', async ({ page }) => {
    await page.getByRole('link', { name: 'Lodestar' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL(/\/app$/);
  });

  test('has a menu with nine entries and "Log out", and the director in a demo', JOURNEY, async ({ page }) => {
    await openMenu(page);
    await expect(menu(page).getByRole('listitem')).toHaveText([
      'Home',
      'My Profile',
      'My Supporters',
      'My Results',
      'My Care Plans',
      'Settings',
      'Help & Support',
      'View Tutorial',
      'Reset',
      'Demo story',
      'Log out',
    ]);
    await expect(menu(page).getByRole('link', { name: 'My Results' })).toHaveAttribute('aria-current', 'page');
    await expect(menu(page).getByRole('button', { name: 'Settings' })).toBeDisabled();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  test('has a menu whose links open their screens', async ({ page }) => {
    for (const [name, path, heading] of [
      ['Home', /\/app$/, /^Good /],
      ['My Profile', /\/profile\/1\/events$/, 'My Events'],
      ['My Supporters', /\/profile\/1\/supporters$/, 'My Supporters'],
      ['My Results', /\/profile\/1\/results$/, 'My Results'],
      ['My Care Plans', /\/profile\/1\/care-plans$/, 'My Care Plans'],
      ['Help & Support', /\/app\/help$/, 'Help & Support'],
      ['Demo story', /\/app\/demo$/, 'Demo story'],
      ['Reset', /\/reset$/, 'Start again?'],
    ] as const) {
      await openMenu(page);
      await menu(page).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await screen(page, heading);
      await expect(menu(page)).toHaveCount(0);
    }
  });

  test('has a menu whose settings are disabled, and which opens the tutorial', async ({ page }) => {
    await openMenu(page);
    // Forced, because the entry is disabled. A forced click does not wait for the menu to stop moving.
    await settle(page);
    await menu(page).getByRole('button', { name: 'Settings' }).click({ force: true });
    await expect(menu(page)).toBeVisible();
    await menu(page).getByRole('button', { name: 'View Tutorial' }).click();
    await expect(page).toHaveURL(/\/onboarding\/tutorial$/);
  });

  test('the menu signs the user out', async ({ page }) => {
    await openMenu(page);
    await menu(page).getByRole('button', { name: 'Log out' }).click();
    await screen(page, 'Welcome to Lodestar');
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  });
});

/** Returns how many of the patient's own events need attention. */
async function needingAttention({ api }: Stack, token: string): Promise<number> {
  const events = (await api.call('GET', 'events', { token })) as { status: string; profileId: number }[];
  return events.filter(
    ({ status, profileId }) => profileId === 1 && ['ACTIONABLE', 'NOT_VIEWED', 'URGENT'].includes(status),
  ).length;
}

test('profile rows appear on every page but help, with the number of events that need attention', async ({
  page,
  stack,
  signIn,
}) => {
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const count = await needingAttention(stack, token);
  for (const path of ['/app', '/app/settings', '/app/demo', '/profile/1/events', '/profile/1/results']) {
    await page.goto(path);
    await expect(profileRow(page, `Jordan Avery You ${count} need attention`)).toBeVisible();
  }
  await page.goto('/app/help');
  await screen(page, 'Help & Support');
  await expect(page.getByRole('navigation', { name: 'Profiles' })).toHaveCount(0);
});

test('a viewed event is no longer counted as needing attention', JOURNEY, async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const count = await needingAttention(stack, token);
  await page.goto('/app');
  await expect(profileRow(page, `${count} need attention`)).toBeVisible();
  await page.getByRole('link', { name: /Dr\. Amara Osei/ }).click();
  await screen(page, 'Dr. Amara Osei');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(profileRow(page, `${count - 1} need attention`)).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use(STILL);

  // Frames arrive one at a time, as on a busy phone.
  test('menu opens, even when its parts are drawn in separate frames', async ({ page, signIn }) => {
    await page.clock.install();
    await signIn('patient', { storySteps: 0 });
    await page.goto('/app');
    for (let time = 0; time < 4; time += 1) {
      await openMenu(page);
      await expect(menu(page).getByRole('link', { name: 'Help & Support' })).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(menu(page)).toHaveCount(0);
    }
  });
});
