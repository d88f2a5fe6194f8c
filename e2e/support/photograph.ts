import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { SCREENS } from './workshop.ts';

/** Keeps a picture of the screen for the contact sheet. */
export async function photograph(page: Page, name: string, theme: 'LIGHT' | 'DARK'): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What has been laid out is on the screen after two frames; before that a picture may show an empty room.
    for (let frame = 0; frame < 2; frame++) await new Promise((painted) => requestAnimationFrame(painted));
  });
  await mkdir(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}-${theme.toLowerCase()}.png`), animations: 'disabled' });
}
