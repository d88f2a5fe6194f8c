import type { BrowserContext, Page } from 'playwright/test';
import { ACCOUNTS } from '../support/hospital/api.ts';
import { member, sessionOf } from '../support/people/person.ts';
import { comeBackOffline, cutNetwork, openAndKeep } from '../support/phone/offline.ts';
import { callFailed } from '../support/phone/problems.ts';
import { keepSignedIn, tokenOn } from '../support/phone/session.ts';
import { boxesOf, vaultIsEmpty } from '../support/phone/storage.ts';
import { markersAreGone, markersShow, markersStored, plantMarkers } from '../support/screens/markers.ts';
import { screen } from '../support/screens/screens.ts';
import { expect, JOURNEY, test } from './fixtures.ts';

const HOUR_MS = 60 * 60_000;

/** Maximum session length (docs/security.md): stored data must not be shown for longer. */
const SESSION_HOURS = 12;

async function seeHome(page: Page): Promise<void> {
  await openAndKeep(page, '/app');
  await markersShow(page);
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(2);
}

/** Checks that the sign-in screen reports the end of the session, and that data and keys have been deleted. */
async function isOver(page: Page): Promise<void> {
  await screen(page, 'Please Sign In');
  await expect(page.getByRole('status').getByText(/^You were signed out/)).toBeVisible();
  await vaultIsEmpty(page, 'seen/');
  expect(await tokenOn(page)).toBeNull();
  await markersAreGone(page);
}

/** Cuts and restores the network, which makes the page check its session. */
async function loseNetwork(context: BrowserContext, page: Page, meanwhile: () => void): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  meanwhile();
  await context.setOffline(false);
}

test('an ended trial leaves nothing on the phone, before anything is pressed', async ({
  context,
  page,
  problems,
  stack,
}) => {
  problems.allow(callFailed(''), /ERR_INTERNET_DISCONNECTED/);
  const person = await member(stack);
  await keepSignedIn(context, await sessionOf(stack, person));
  await plantMarkers(stack, person.email);
  await seeHome(page);
  await loseNetwork(context, page, () => stack.records.endTrial(person.email));
  await expect(page).toHaveURL(/\/expired$/);
  await expect(page.getByText('Your trial period has expired.', { exact: false })).toBeVisible();
  await vaultIsEmpty(page, 'seen/');
  await markersAreGone(page);
});

test.describe('data a patient has viewed', () => {
  test.beforeEach(async ({ page, signIn, stack }) => {
    await signIn('second', { storySteps: 0 });
    await plantMarkers(stack, ACCOUNTS.second.email);
    await seeHome(page);
  });

  test('an open offline page drops viewed data when the session expires', async ({ page, problems }) => {
    const cold = await comeBackOffline(page, problems);
    await cold.clock.install({ time: Date.now() + (SESSION_HOURS - 1) * HOUR_MS });
    await cold.goto('/app');
    await markersShow(cold);
    await expect(cold.getByText('You are offline.')).toBeVisible();
    await expect(cold.getByText(/What you see is from/)).toBeVisible();
    await cold.clock.fastForward(2 * HOUR_MS);
    await isOver(cold);
  });

  test(
    'viewed data is deleted after reconnecting if the server ended the session',
    JOURNEY,
    async ({ context, page, problems, stack }) => {
      problems.allow(callFailed(''), /ERR_INTERNET_DISCONNECTED/);
      await loseNetwork(context, page, () => stack.records.endSessionsIn(ACCOUNTS.second.email, -1));
      await isOver(page);
    },
  );

  test('an offline reset deletes viewed data in every open tab', JOURNEY, async ({ context, page, problems }) => {
    const other = await context.newPage();
    await other.goto('/app');
    await markersShow(other);

    await cutNetwork(context, problems);
    await page.goto('/reset');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Log out and clear this phone only' }).click();
    await screen(other, 'Welcome to Lodestar');
    await vaultIsEmpty(page, 'seen/');
    expect(await markersStored(other)).toEqual([]);
    await markersAreGone(other);
  });
});
