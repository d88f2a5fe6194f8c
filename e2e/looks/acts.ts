import type { Page } from 'playwright/test';
import { screen } from '../support/screens.ts';

/** Presses the button with this name. */
export const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

/** Returns `press` as a row's act. */
export const pressing = (button: string) => (page: Page) => press(page, button);

/** Fills the fields with these labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Returns an act that fills in a form and presses its button. */
export const filling = (values: Record<string, string>, button: string) => async (page: Page) => {
  await fill(page, values);
  await press(page, button);
};

/** Returns an act that opens the first link with this name and waits for its screen. */
export const openFirst = (name: RegExp, heading: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await screen(page, heading);
};
