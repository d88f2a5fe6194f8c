import type { Page } from 'playwright/test';
import { fill, press, screen } from '../support/screens/screens.ts';

export const pressing = (button: string) => (page: Page) => press(page, button);

export const filling = (values: Record<string, string>, button: string) => async (page: Page) => {
  await fill(page, values);
  await press(page, button);
};

export const openFirst = (name: RegExp, heading: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await screen(page, heading);
};
