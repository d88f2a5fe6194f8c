import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cutNetwork, readyForOffline } from '../support/offline.ts';

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

test('a film comes when it is watched, and is there without network from then on', async ({
  context,
  page,
  problems,
}) => {
  await page.goto('/onboarding/login');
  await readyForOffline(page);
  expect(await filmsKept(page)).toBe(0);
  await page.goto('/onboarding/scanning-barcode-video');
  await plays(page);
  await expect.poll(() => filmsKept(page)).toBe(1);

  await cutNetwork(context, problems);
  await page.reload();
  await plays(page);
});
