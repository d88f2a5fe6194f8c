import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { screen } from '../support/screens.ts';

test('French on the welcome screen changes the text and the page language, and persists', JOURNEY, async ({ page }) => {
  await page.goto('/onboarding/welcome');
  await screen(page, 'Welcome to Lodestar');
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);

  await page.getByRole('button', { name: 'Français' }).click();
  await screen(page, 'Bienvenue à Lodestar');
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);

  await page.reload();
  await screen(page, 'Bienvenue à Lodestar');
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
  await page.getByRole('link', { name: 'Commencer' }).click();
  await screen(page, 'Votre parcours à l’hôpital, au même endroit');
});
