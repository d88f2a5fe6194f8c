import type { Page, Response, Route } from 'playwright/test';
import { drawFrames, expectPlaying, expectStill, stageOf } from '../support/animations.ts';
import { expect, test } from '../support/fixtures.ts';
import { MOVING } from '../support/movement.ts';
import { member, wristbandFor } from '../support/people.ts';
import { openResult } from '../support/results.ts';
import { recordHeadings, runningScreen, screen } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';

test.use(MOVING);

/** URL of the player's script, which all animations share. */
const PLAYER = /\/lottie\.[0-9a-f]+\.js$/;
/** The browser's own console message about the player's script. */
const PLAYER_FAILED = /Failed to load resource: net::ERR_FAILED \(.*\/lottie\./;

/** Leaves a request without a response. */
const hold = (_route: Route) => undefined;

async function enterWristband(page: Page, stack: Stack): Promise<void> {
  await page.goto('/onboarding/enter-barcode');
  await page.getByLabel('Barcode').fill(wristbandFor(stack, await member(stack)));
  await page.getByRole('button', { name: 'Submit' }).click();
}

async function signUp(page: Page): Promise<void> {
  await page.route('**/api/v1/users/poc', hold);
  await page.goto('/onboarding/register');
  await page.getByLabel('Name').fill('Ada Example');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('alertdialog').waitFor();
}

async function openInsights(page: Page): Promise<void> {
  await page.route('**/insights', hold);
  await openResult(page, /Brain scan/);
  await page.getByRole('tab', { name: 'Insights' }).click();
}

/** Budget for the pictures, films, sounds and animations of a first visit to welcome (bytes). */
const WELCOME_BUDGET = 120_000;

const isMedia = (response: Response) =>
  ['image', 'media'].includes(response.request().resourceType()) ||
  /\.(mp4|mp3|webp|svg|png|jpg)$/.test(response.url());

/** Resolves with the position of the film (seconds). */
const moment = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime);

test('welcome animation is small, shifts no layout and can be paused', async ({ page }) => {
  const sums: Promise<number>[] = [];
  const playerRequests: string[] = [];
  let isAfterFirstScreen = false;
  // What loads after the first screen is the animation: the player and its Lottie JSON.
  const count = (response: Response) => {
    if (PLAYER.test(response.url())) playerRequests.push(response.url());
    if (!isAfterFirstScreen && !isMedia(response)) return;
    sums.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  };
  page.on('response', count);
  await page.goto('/onboarding/welcome');
  await runningScreen(page, /^Welcome/);
  expect(playerRequests).toEqual([]);
  isAfterFirstScreen = true;
  const still = await stageOf(page, 'background').boundingBox();
  await expectPlaying(page, 'background');
  page.off('response', count);
  const bytes = (await Promise.all(sums)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(2_000);
  expect(bytes).toBeLessThanOrEqual(WELCOME_BUDGET);
  expect(playerRequests).toHaveLength(1);
  expect(await stageOf(page, 'background').boundingBox()).toEqual(still);
  await page.getByRole('button', { name: 'Stop the stars' }).click();
  const frame = await stageOf(page, 'background').innerHTML();
  await drawFrames(page, 30);
  expect(await stageOf(page, 'background').innerHTML()).toBe(frame);
  await page.getByRole('button', { name: 'Move the stars' }).click();
  await expectPlaying(page, 'background');
});

test('animations play, and keep their stills without player or movement', async ({ page, stack, signIn, problems }) => {
  problems.allow(PLAYER_FAILED);
  const headings = await recordHeadings(page);
  const visit = async (expectState: typeof expectStill) => {
    await page.goto('/onboarding/welcome');
    await expectState(page, 'background');
    await signUp(page);
    await expectState(page, 'loader');
    await enterWristband(page, stack);
    if (expectState === expectPlaying) await expectPlaying(page, 'scan-success');
    await screen(page, 'Enter your PIN');
    expect(await headings()).toContain('Scan successful');
    await page.evaluate(() => localStorage.clear());
  };
  await visit(expectPlaying);
  await page.route(PLAYER, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => PLAYER.test(request.url()));
  await visit(expectStill);
  await failed;

  const playerRequests: string[] = [];
  page.on('request', (request) => PLAYER.test(request.url()) && playerRequests.push(request.url()));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(expectStill);
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await openInsights(page);
  await expectStill(page, 'compass');
  expect(playerRequests).toEqual([]);
  await page.unroute(PLAYER);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openInsights(page);
  await expectPlaying(page, 'compass');
});

test('films play automatically and can be paused', async ({ page, context }) => {
  await page.goto('/onboarding/scanning-barcode-video');
  await screen(page, 'Your wristband signs you in');
  await expect.poll(() => moment(page)).toBeGreaterThan(0.2);
  await page.getByRole('button', { name: 'Pause the video' }).click();
  await page.getByRole('button', { name: 'Play the video' }).waitFor();

  await keepSession(context, { settings: { isUserValidated: true, viewTutorial: true } });
  await page.goto('/onboarding/tutorial');
  await screen(page, 'Your timeline');
  await page.getByRole('button', { name: 'Next' }).waitFor();
  expect(await moment(page)).toBeCloseTo(5.5, 0);
  await page.getByRole('button', { name: 'Next' }).click();
  await screen(page, 'Open an event');
  await expect.poll(() => moment(page)).toBeGreaterThan(6);
});
