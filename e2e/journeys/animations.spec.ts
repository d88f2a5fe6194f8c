import type { Page, Route } from 'playwright/test';
import { drawFrames, expectPlaying, expectStill, stageOf } from '../support/animations.ts';
import { expect, test } from '../support/fixtures.ts';
import { member, wristbandFor } from '../support/people.ts';
import { openResult } from '../support/results.ts';
import { screen } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';

/** The player's file, which all animations share. */
const PLAYER = /\/lottie\.[0-9a-f]+\.js$/;

/** A request that is never answered. */
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

test('welcome: the background plays in the still’s place, nothing jumps, and it can be paused', async ({ page }) => {
  const playerRequests: string[] = [];
  page.on('request', (request) => PLAYER.test(request.url()) && playerRequests.push(request.url()));
  await page.goto('/onboarding/welcome');
  await screen(page, /^Welcome/);
  expect(playerRequests).toEqual([]);
  const still = await stageOf(page, 'background').boundingBox();
  await expectPlaying(page, 'background');
  expect(await stageOf(page, 'background').boundingBox()).toEqual(still);
  expect(playerRequests).toHaveLength(1);
  await page.getByRole('button', { name: 'Stop the stars' }).click();
  const frame = await stageOf(page, 'background').innerHTML();
  await drawFrames(page, 30);
  expect(await stageOf(page, 'background').innerHTML()).toBe(frame);
  await page.getByRole('button', { name: 'Move the stars' }).click();
  await expectPlaying(page, 'background');
});

test('the loader plays while something is sent', async ({ page }) => {
  await signUp(page);
  await expectPlaying(page, 'loader');
});

test('the compass plays while insights are prepared', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await openInsights(page);
  await expectPlaying(page, 'compass');
});

test('a typed wristband code: scan success plays, its caption comes, and then the PIN', async ({ page, stack }) => {
  await enterWristband(page, stack);
  await expectPlaying(page, 'scan-success');
  await screen(page, 'Scan successful');
  await screen(page, 'Enter your PIN');
});

test('without the player every animation keeps its still, and every screen works', async ({
  page,
  stack,
  problems,
}) => {
  problems.allow(PLAYER_FAILED);
  await page.route(PLAYER, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => PLAYER.test(request.url()));
  await page.goto('/onboarding/welcome');
  await failed;
  await expectStill(page, 'background');
  await signUp(page);
  await expectStill(page, 'loader');
  await enterWristband(page, stack);
  await screen(page, 'Scan successful');
  await screen(page, 'Enter your PIN');
});

/** What the browser itself writes about the player’s file. */
const PLAYER_FAILED = /Failed to load resource: net::ERR_FAILED \(.*\/lottie\./;

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('every animation is a still, and the player is not loaded', async ({ page, stack, signIn }) => {
    const playerRequests: string[] = [];
    page.on('request', (request) => PLAYER.test(request.url()) && playerRequests.push(request.url()));
    await page.goto('/onboarding/welcome');
    await expectStill(page, 'background');
    await signUp(page);
    await expectStill(page, 'loader');
    await enterWristband(page, stack);
    await expect(stageOf(page, 'scan-success').locator('> svg')).toBeVisible();
    await screen(page, 'Scan successful');
    await screen(page, 'Enter your PIN');
    await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    await openInsights(page);
    await expectStill(page, 'compass');
    expect(playerRequests).toEqual([]);
  });
});
