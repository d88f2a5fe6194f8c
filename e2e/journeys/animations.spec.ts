import type { Page, Route } from 'playwright/test';
import { drawFrames, expectPlaying, expectStill, stageOf } from '../support/animations.ts';
import { expect, test } from '../support/fixtures.ts';
import { MOVING, STILL } from '../support/movement.ts';
import { member, wristbandFor } from '../support/people.ts';
import { openResult } from '../support/results.ts';
import { recordHeadings, screen } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';

test.use(MOVING);

/** URL of the player's script, which all animations share. */
const PLAYER = /\/lottie\.[0-9a-f]+\.js$/;

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

test('welcome background replaces its still without a layout shift, and can be paused', async ({ page }) => {
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

test('loader plays while a form is being sent', async ({ page }) => {
  await signUp(page);
  await expectPlaying(page, 'loader');
});

test('compass plays while insights are being prepared', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await openInsights(page);
  await expectPlaying(page, 'compass');
});

test('scan success plays with its caption for a typed wristband code, followed by the PIN', async ({ page, stack }) => {
  const headings = await recordHeadings(page);
  await enterWristband(page, stack);
  await expectPlaying(page, 'scan-success');
  await screen(page, 'Enter your PIN');
  expect(await headings()).toContain('Scan successful');
});

test('animations keep their stills, and all screens work, when the player fails to load', async ({
  page,
  stack,
  problems,
}) => {
  problems.allow(PLAYER_FAILED);
  const headings = await recordHeadings(page);
  await page.route(PLAYER, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => PLAYER.test(request.url()));
  await page.goto('/onboarding/welcome');
  await failed;
  await expectStill(page, 'background');
  await signUp(page);
  await expectStill(page, 'loader');
  await enterWristband(page, stack);
  await screen(page, 'Enter your PIN');
  expect(await headings()).toContain('Scan successful');
});

/** The browser's own console message about the player's script. */
const PLAYER_FAILED = /Failed to load resource: net::ERR_FAILED \(.*\/lottie\./;

test.describe('with reduced motion', () => {
  test.use(STILL);

  test('animations are stills, and the player is not loaded', async ({ page, stack, signIn }) => {
    const playerRequests: string[] = [];
    const headings = await recordHeadings(page);
    page.on('request', (request) => PLAYER.test(request.url()) && playerRequests.push(request.url()));
    await page.goto('/onboarding/welcome');
    await expectStill(page, 'background');
    await signUp(page);
    await expectStill(page, 'loader');
    await enterWristband(page, stack);
    await expect(stageOf(page, 'scan-success').locator('> svg')).toBeVisible();
    await screen(page, 'Enter your PIN');
    expect(await headings()).toContain('Scan successful');
    await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    await openInsights(page);
    await expectStill(page, 'compass');
    expect(playerRequests).toEqual([]);
  });
});
