import { expect, test } from '../../support/fixtures.ts';

test('phone and desk side by side have their own sessions, and show each other live', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/onboarding/side-by-side');
  const phone = page.frameLocator('iframe[name="pane-phone"]');
  const desk = page.frameLocator('iframe[name="pane-desk"]');
  const need = phone.getByRole('link', { name: 'I need something' });
  await expect(need).toBeVisible();
  await expect(desk.getByRole('heading', { level: 1, name: 'Board' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Side by side' })).toBeFocused();
  await need.click();
  await phone.getByRole('button', { name: 'Water', exact: true }).click();
  // Other tests ask for water, too.
  await desk.getByRole('article', { name: 'Jordan Avery' }).getByRole('button', { name: 'I’m on it' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Done:' })).toHaveCount(4);
  await expect(phone.getByText(/Dana Whitfield/).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
});
