import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { SCREENS } from './workshop.ts';

/** Keeps a picture of the screen for the contact sheet. */
export async function photograph(page: Page, name: string, theme: 'LIGHT' | 'DARK'): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await mkdir(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}-${theme.toLowerCase()}.png`), animations: 'disabled' });
}
