import type { Browser, Page } from 'playwright/test';
import { expect } from '../../support/fixtures.ts';
import { expectNoProblems, type Problems, watchForProblems } from '../../support/problems.ts';
import type { Stack } from '../../support/stack.ts';
import { type Locale, type Translate, wordsOf } from '../../support/words.ts';

/** One person's browser. */
export interface Device {
  page: Page;
  /** Translates into this person's language. */
  t: Translate;
  /** Problems that the page has reported. */
  problems: Problems;
}

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };

/** Opens a new browser without a session or saved data. */
export async function newDevice(
  { browser, stack }: { browser: Browser; stack: Stack },
  locale: Locale,
  kind: 'phone' | 'desktop',
): Promise<Device> {
  const context = await browser.newContext({
    ...(kind === 'phone' ? PHONE : DESKTOP),
    baseURL: stack.url,
    locale: `${locale}-CA`,
    timezoneId: 'America/Toronto',
    serviceWorkers: 'block',
  });
  const problems = await watchForProblems(context);
  return { page: await context.newPage(), t: wordsOf(locale), problems };
}

/** Closes a device and expects that nothing went wrong on it. */
export async function putAway({ page, problems }: Device): Promise<void> {
  await page.context().close();
  expectNoProblems(problems);
}

/** Waits for the screen with this heading. */
export async function screen({ page }: Device, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

export const press = ({ page }: Device, name: string) => page.getByRole('button', { name, exact: true }).click();
export const follow = ({ page }: Device, name: string) => page.getByRole('link', { name, exact: true }).first().click();

/** Fills the fields with these labels. */
export async function fill({ page }: Device, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}
