import type { Locator, Page, Response } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { MOVING } from '../support/phone/browser.ts';
import { press, runningScreen, screen } from '../support/screens/screens.ts';

test.use(MOVING);

const PLAYER = /\/lottie\.[0-9a-f]+\.js$/;
/** Budget for the pictures, films, sounds and animations of a first visit to welcome (bytes). */
const WELCOME_BUDGET = 120_000;

const isMedia = (response: Response) =>
  ['image', 'media'].includes(response.request().resourceType()) ||
  /\.(mp4|mp3|webp|svg|png|jpg)$/.test(response.url());

async function expectPlaying(stage: Locator): Promise<void> {
  await expect(stage).toHaveAttribute('data-playing', 'true');
  const frame = await stage.innerHTML();
  await expect.poll(() => stage.innerHTML()).not.toBe(frame);
}

const drawFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let drawn = 0; drawn < 30; drawn++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

test('welcome animation is small, shifts no layout and can be paused', async ({ page }) => {
  const sums: Promise<number>[] = [];
  const playerRequests: string[] = [];
  let isAfterFirstScreen = false;
  // What loads after the first screen is the animation: the player and its Lottie JSON.
  const count = (response: Response) => {
    if (PLAYER.test(response.url())) playerRequests.push(response.url());
    if (!isAfterFirstScreen && !isMedia(response)) return;
    const sizes = response.request().sizes();
    sums.push(sizes.then(({ responseBodySize }) => responseBodySize));
  };
  page.on('response', count);
  await page.goto('/onboarding/welcome');
  await runningScreen(page, /^Welcome/);
  expect(playerRequests).toEqual([]);
  isAfterFirstScreen = true;
  const stage = page.locator('#root [data-animation="background"]').first();
  const still = await stage.boundingBox();
  await expectPlaying(stage);
  page.off('response', count);
  const bytes = (await Promise.all(sums)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(2_000);
  expect(bytes).toBeLessThanOrEqual(WELCOME_BUDGET);
  expect(playerRequests).toHaveLength(1);
  expect(await stage.boundingBox()).toEqual(still);
  await press(page, 'Stop the stars');
  const frame = await stage.innerHTML();
  await drawFrames(page);
  expect(await stage.innerHTML()).toBe(frame);
  await press(page, 'Move the stars');
  await expectPlaying(stage);
});

test('films play automatically and can be paused', async ({ page }) => {
  await page.goto('/onboarding/scanning-barcode-video');
  await screen(page, 'Your wristband signs you in');
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
  await press(page, 'Pause the video');
  await page.getByRole('button', { name: 'Play the video' }).waitFor();
});
