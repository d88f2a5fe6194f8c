import type { Page } from 'playwright/test';
import { screen } from '../../support/screens.ts';

/** Opens a result of profile 1 from the list, the way a person does; the newest of that name. */
export async function openResult(page: Page, name: string | RegExp): Promise<void> {
  await page.goto('/profile/1/results');
  await screen(page, 'My Results');
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await screen(page, name);
}

/** Where a picture lies in its frame: how much larger than the frame, and how far it is moved. */
export async function placement(page: Page): Promise<{ scale: number; x: number; y: number }> {
  return page.locator('[role=group] > img').evaluate((picture) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(picture).transform);
    return { scale: a, x: e, y: f };
  });
}
