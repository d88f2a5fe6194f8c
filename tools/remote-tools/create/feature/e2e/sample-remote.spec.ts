import { signIn } from 'e2e-kit';
import { expect, test } from 'playwright/test';

test('patient opens the screen from the menu', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Sample remote' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sample remote' })).toBeVisible();
  await expect(page).toHaveURL(/\/sample-remote$/);
});

test('visitor is sent to the start', async ({ page }) => {
  await page.goto('/sample-remote');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Lodestar' })).toBeVisible();
});
