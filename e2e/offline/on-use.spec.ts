import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
  countStarts,
  cutNetwork,
  lookForUpdate,
  openAndKeep,
  readyForOffline,
  updateButton,
  use,
} from '../support/offline.ts';
import { inkOn, openResult, pdfPage } from '../support/results.ts';

const plays = (page: Page) =>
  expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.3);

/** How many files with this ending lie on the phone. */
const kept = (page: Page, ending: string) =>
  page.evaluate(async (end) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith(end)) found.push(url);
    }
    return found.length;
  }, ending);

const filmsKept = (page: Page) => kept(page, '.mp4');

test('a film comes when it is watched, and is there without network from then on, after an update too', async ({
  context,
  page,
  problems,
  stack,
}) => {
  await openAndKeep(page, '/onboarding/login');
  expect(await filmsKept(page)).toBe(0);
  await page.goto('/onboarding/scanning-barcode-video');
  await plays(page);
  await expect.poll(() => filmsKept(page)).toBe(1);

  await cutNetwork(context, problems);
  await page.reload();
  await plays(page);

  await context.setOffline(false);
  await stack.changeRegistry(use('onboarding', stack.builds.remotes.onboarding.older));
  await lookForUpdate(page);
  const starts = countStarts(page);
  await updateButton(page).click();
  await expect.poll(() => starts.count).toBe(1);
  await context.setOffline(true);
  await page.reload();
  await plays(page);
});

test('what came on a phone’s very first visit, before anything could keep it, is kept, too', async ({
  context,
  page,
  problems,
  signIn,
}) => {
  // The worker comes late: not before the test lets it in.
  await context.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    const held = new Promise((letIn) => Object.assign(window, { letIn }));
    serviceWorker.register = async (...given) => {
      await held;
      return register(...given);
    };
  });
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await openResult(page, /Brain scan/);
  await expect(pdfPage(page)).toHaveAttribute('aria-busy', 'false');
  await page.evaluate(() => Reflect.get(window, 'letIn')());
  await readyForOffline(page);
  await expect.poll(() => kept(page, '.mjs')).toBe(1);

  await cutNetwork(context, problems);
  await page.reload();
  await expect(pdfPage(page)).toHaveAttribute('aria-busy', 'false');
  expect(await inkOn(page)).toBeGreaterThan(500);
});
