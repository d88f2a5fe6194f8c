import { signIn } from 'e2e-kit';
import { expect, type Page, test } from 'playwright/test';

/** Opens the screen with care plans. Plays the demo's story, a few steps at a time, until the hospital has made some. */
async function openWithCarePlans(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/app/demo');
    for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Next step' }).click();
    await page.goto('/sample-remote');
    await page.getByRole('heading', { level: 1, name: 'Sample remote' }).waitFor();
    await page
      .getByRole('button', { name: /^Talk about “/ })
      .first()
      .waitFor({ timeout: 5_000 });
  }).toPass();
}

test('patient opens the screen from the menu, and sends a topic to the team', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Sample remote' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sample remote' })).toBeVisible();
  await openWithCarePlans(page);
  await page
    .getByRole('button', { name: /^Talk about “/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Send 1 topic' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sent.' })).toBeVisible();
});

test('visitor is sent to the start', async ({ page }) => {
  await page.goto('/sample-remote');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Lodestar' })).toBeVisible();
});
