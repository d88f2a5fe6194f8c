import { join } from 'node:path';
import type { Page } from 'playwright';
import { prepareBuilds } from '../../../e2e/support/builds.ts';
import { Stack } from '../../../e2e/support/stack.ts';
import { withBrowser } from '../browser.ts';
import { BRAND } from '../places.ts';

/** Screenshots for the phone's install prompt. */
const SHOTS = [
  {
    file: 'screenshot-home.png',
    path: '/app',
    ready: (page: Page) => page.getByRole('link', { name: /How was/ }).first(),
  },
  {
    file: 'screenshot-results.png',
    path: '/profile/1/results',
    ready: (page: Page) => page.getByRole('link', { name: /Blood/ }).first(),
  },
];

/** Story steps played beforehand, so that home has content. */
const STEPS = 6;

/** Takes the screenshots from the real product with demo data. */
export async function makeScreenshots(): Promise<void> {
  await prepareBuilds();
  const stack = await Stack.start();
  try {
    const token = await stack.api.signIn('patient');
    await stack.api.playStory(token, STEPS);
    await withBrowser(async (browser) => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        locale: 'en-CA',
      });
      await context.addInitScript((saved) => {
        localStorage.setItem('access-token', saved);
        localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, theme: 'LIGHT', locale: 'en' }));
      }, token);
      const page = await context.newPage();
      for (const { file, path, ready } of SHOTS) {
        await page.goto(stack.url + path);
        await ready(page).waitFor();
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: join(BRAND, file), animations: 'disabled' });
        console.log(file);
      }
    });
  } finally {
    await stack.stop();
  }
}
