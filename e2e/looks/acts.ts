import type { Page } from 'playwright/test';
import { screen } from '../support/screens.ts';

/** Presses the button with this name. */
export const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

/** `press` as a row's act. */
export const pressing = (button: string) => (page: Page) => press(page, button);

/** Fills the fields with these labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Fills a form and presses its button, as a row's act. */
export const filling = (values: Record<string, string>, button: string) => async (page: Page) => {
  await fill(page, values);
  await press(page, button);
};

/** Opens the first link of that name and waits for the screen behind it. */
export const openFirst = (name: RegExp, heading: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await screen(page, heading);
};

/** What the API answers to one call from now on. */
export interface Answer {
  /** Below `/api/`, e.g. `events`. */
  path: string;
  method?: string;
  /** Without a body the answer makes no sense to the product, which is a failure that no console reports. */
  body?: unknown;
}

/** Lets one call of the API answer something else, as in a state that the demo's data don't have. */
export async function answering(page: Page, { path, method = 'GET', body }: Answer): Promise<void> {
  await page.route(`**/api/${path}`, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return body === undefined ? route.fulfill({ body: 'no JSON' }) : route.fulfill({ json: body });
  });
}

/** Opens the screen again with one call answering something else, and waits for what that shows. */
export const withAnswer = (answer: Answer, see: string | RegExp) => async (page: Page) => {
  await answering(page, answer);
  await page.reload();
  await page.getByRole('main').getByText(see).first().waitFor();
};
