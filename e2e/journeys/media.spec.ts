import type { Page, Response } from 'playwright/test';
import { expectPlaying } from '../support/animations.ts';
import { expect, test } from '../support/fixtures.ts';
import { MOVING } from '../support/movement.ts';
import { runningScreen, screen } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';

test.use(MOVING);

/** Budget for the pictures, films, sounds and animations of a first visit to welcome (bytes). */
const WELCOME_BUDGET = 120_000;

const isMedia = (response: Response) =>
  ['image', 'media'].includes(response.request().resourceType()) ||
  /\.(mp4|mp3|webp|svg|png|jpg)$/.test(response.url());

/** Resolves with the position of the film (seconds). */
const moment = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime);

test('welcome media and animation stay within their budget', async ({ page }) => {
  let bytes = 0;
  const sums: Promise<void>[] = [];
  const count = (response: Response) => {
    const sum = response.request().sizes();
    sums.push(
      sum.then(({ responseBodySize }) => {
        bytes += responseBodySize;
      }),
    );
  };
  let isAfterFirstScreen = false;
  // What loads after the first screen is the animation: the player and its Lottie JSON.
  const countSome = (response: Response) => (isAfterFirstScreen || isMedia(response)) && count(response);
  page.on('response', countSome);
  await page.goto('/onboarding/welcome');
  await runningScreen(page, /^Welcome/);
  isAfterFirstScreen = true;
  await expectPlaying(page, 'background');
  page.off('response', countSome);
  await Promise.all(sums);
  expect(bytes).toBeGreaterThan(2_000);
  expect(bytes).toBeLessThanOrEqual(WELCOME_BUDGET);
});

test('tutorial film plays automatically, pauses at the end of its step and continues', async ({ page, context }) => {
  await keepSession(context, { settings: { isUserValidated: true, viewTutorial: true } });
  await page.goto('/onboarding/tutorial');
  await screen(page, 'Your timeline');
  await page.getByRole('button', { name: 'Next' }).waitFor();
  expect(await moment(page)).toBeCloseTo(5.5, 0);
  await page.getByRole('button', { name: 'Next' }).click();
  await screen(page, 'Open an event');
  await expect.poll(() => moment(page)).toBeGreaterThan(6);
});

test('tutorial can be read on one page, from every step', async ({ page, context }) => {
  await keepSession(context, { settings: { isUserValidated: true, viewTutorial: true } });
  await page.goto('/onboarding/tutorial');
  await page.getByRole('button', { name: 'Read instead' }).click();
  await page.getByRole('link', { name: 'Read all steps on one page' }).click();
  await screen(page, 'Tutorial transcript');
  await expect(page.getByRole('listitem')).toHaveCount(12);
  await page.getByRole('button', { name: 'Back to the tutorial' }).click();
  await screen(page, 'Your timeline');
});

test('wristband film loops automatically and can be paused', async ({ page }) => {
  await page.goto('/onboarding/scanning-barcode-video');
  await screen(page, 'Your wristband signs you in');
  await expect.poll(() => moment(page)).toBeGreaterThan(0.2);
  await page.getByRole('button', { name: 'Pause the video' }).click();
  await page.getByRole('button', { name: 'Play the video' }).waitFor();
});
