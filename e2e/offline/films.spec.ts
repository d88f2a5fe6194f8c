import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { countStarts, cutNetwork, lookForUpdate, openAndKeep, updateButton, use } from '../support/offline.ts';

const plays = (page: Page) =>
  expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.3);

const filmsKept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith('.mp4')) found.push(url);
    }
    return found.length;
  });

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
