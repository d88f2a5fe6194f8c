import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { REPO } from '../../gateway/common/paths.ts';
import { publishSigned } from '../support/command.ts';
import { expect, test } from '../support/fixtures.ts';
import { screen } from '../support/screens.ts';

/** A remote that is unknown to the product. */
const NOTICES = join(REPO, 'e2e', 'fixtures', 'plain-feature');

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

/** Returns the value of a custom property that the remote's stylesheet sets for the whole page. */
const pageStyle = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--notices'));

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu(page).waitFor();
}

test('new remote has its route and links on the next page load', async ({ context, page, signIn, stack }) => {
  await signIn('patient', { storySteps: 1 });
  const { shell } = await stack.registry();
  await page.goto('/notices');
  await expect(page).toHaveURL(/\/app$/);

  expect(await publishSigned(stack, NOTICES)).toContain('notices 1.0.0 is active now');
  const next = await context.newPage();
  await next.goto('/app');
  await screen(next, /^Good /);
  await next.getByRole('link', { name: 'Notices of today' }).click();
  await screen(next, 'Notices');
  await expect(next).toHaveURL(/\/notices\/today$/);
  expect(await pageStyle(next)).toBe('shown');

  await openMenu(next);
  const entries = await menu(next).getByRole('listitem').allInnerTexts();
  expect(entries.slice(6, 9)).toEqual(['Help & Support', 'Notices', 'View Tutorial']);
  await expect(menu(next).getByRole('link', { name: 'Notices' }).locator('svg path').first()).toBeVisible();
  await menu(next).getByRole('link', { name: 'Notices' }).click();
  await expect(next).toHaveURL(/\/notices$/);
  const root = next.locator('[data-remote="notices"]');
  await expect(root.getByText('Visiting hours are from 10 to 20.')).toBeVisible();
  await expect(next.getByRole('navigation', { name: 'Profiles' })).toBeVisible();
  await next.evaluate(() => history.go(-2));
  await screen(next, /^Good /);
  expect(await pageStyle(next)).toBe('');

  await openMenu(page);
  await expect(menu(page).getByRole('link', { name: 'Notices' })).toHaveCount(0);
  expect((await stack.registry()).shell).toEqual(shell);
});
