import type { Page } from 'playwright/test';
import { resultOf } from '../kit/pages.ts';
import {
  comeBackOffline,
  countStarts,
  cutNetwork,
  giveRoom,
  lookForUpdate,
  openAndKeep,
  readyForOffline,
  revisionCaches,
  revisionsKept,
  roomTaken,
  updateButton,
  updateWaits,
  use,
  versionsOfPage,
} from '../support/phone/offline.ts';
import { boxesOf, isSeen } from '../support/phone/storage.ts';
import { recordRequests, versionsIn } from '../support/phone/traffic.ts';
import { tab } from '../support/screens/frame.ts';
import { pictureShows } from '../support/screens/results.ts';
import {
  ADMISSION_SURVEY,
  openAdmissionSurvey,
  STEPS_TO_ADMISSION_SURVEY,
  screen,
} from '../support/screens/screens.ts';
import { expect, JOURNEY, test } from './fixtures.ts';

test('an open tab keeps its version and input until all tabs update', async ({
  context,
  page,
  problems,
  signIn,
  stack,
}) => {
  const { shell, olderShell, remotes } = stack.builds;
  await signIn('patient', { storySteps: STEPS_TO_ADMISSION_SURVEY });
  await openAndKeep(page, '/app/help');
  const typed = page.getByLabel(/comments/i);
  await typed.fill('The bed is too short.');

  await stack.changeRegistry((registry) => {
    registry.shell = { active: olderShell };
  });
  await lookForUpdate(page);
  await expect(updateButton(page)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(updateButton(page)).toBeHidden();

  await stack.changeRegistry(use('surveys', remotes.surveys.older));
  const b = (await revisionsKept(page)).staged;
  await lookForUpdate(page);
  await expect.poll(async () => (await revisionsKept(page)).staged?.hash).not.toBe(b?.hash);
  await expect(updateButton(page)).toBeVisible();

  // A new tab gets the first tab's version until the user asks for the update.
  const other = await context.newPage();
  await other.goto('/profile/1/events');
  expect(await versionsOfPage(other)).toEqual({ shell, surveys: remotes.surveys.active });
  await openAdmissionSurvey(other);
  await other.getByLabel(/about triage/).fill('Quick and kind.');
  await expect.poll(() => boxesOf(other, 'drafts/')).toBe(1);
  const starts = countStarts(other);
  await updateButton(other).click();
  const newest = { shell: olderShell, surveys: remotes.surveys.older };
  await expect.poll(() => versionsOfPage(other).catch(() => undefined)).toEqual(newest);
  await other.waitForLoadState('load');
  // A survey keeps its own draft, so the user is not asked about it.
  await expect(other.getByLabel(/about triage/)).toHaveValue('Quick and kind.');
  expect(starts.count).toBe(1);
  await expect(updateButton(other)).toBeHidden();

  // Code that the first tab has not loaded so far still comes from its own version, in the cache.
  await expect(page.getByText('It is in use in your other tabs.', { exact: false })).toBeVisible();
  await expect(typed).toHaveValue('The bed is too short.');
  await cutNetwork(context, problems);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/app$/);
  const addresses = recordRequests(page);
  await page.getByRole('link', { name: ADMISSION_SURVEY }).click();
  await expect(page.getByLabel(/about triage/)).toHaveValue('Quick and kind.');
  expect(versionsIn(addresses, 'surveys')).toEqual([remotes.surveys.active]);
  expect(await versionsOfPage(page)).toEqual({ shell, surveys: remotes.surveys.active });
  await context.setOffline(false);

  await updateButton(page).click();
  await expect.poll(() => versionsOfPage(page).catch(() => undefined)).toEqual(newest);
  await readyForOffline(page);
  await lookForUpdate(page);
  await expect.poll(() => revisionCaches(page)).toHaveLength(1);
});

test('a half-filled form is asked about before the page updates, and is kept', JOURNEY, async ({ page, stack }) => {
  await openAndKeep(page, '/onboarding/login');
  await page.getByLabel('Email').fill('patient@example.org');
  await stack.changeRegistry(use('surveys', stack.builds.remotes.surveys.older));
  await lookForUpdate(page);
  const starts = countStarts(page);
  await updateButton(page).click();
  const question = page.getByRole('dialog', { name: 'Update now?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('patient@example.org');
  expect(starts.count).toBe(0);
  await updateButton(page).click();
  await question.getByRole('button', { name: 'Update anyway' }).click();
  await expect
    .poll(async () => (await versionsOfPage(page).catch(() => undefined))?.surveys)
    .toBe(stack.builds.remotes.surveys.older);
  await page.waitForLoadState('load');
  expect(starts.count).toBe(1);
});

test('a waiting update is used once all tabs are closed', async ({ context, page, stack }) => {
  await openAndKeep(page, '/onboarding/welcome');
  await stack.changeRegistry((registry) => {
    registry.shell = { active: stack.builds.olderShell };
  });
  await lookForUpdate(page);
  await updateWaits(page);
  await expect(page.getByText('it is used once all tabs are closed', { exact: false })).toBeVisible();
  await page.reload();
  await screen(page, 'Welcome to Lodestar');
  expect((await versionsOfPage(page)).shell).toBe(stack.builds.shell);

  await page.close();
  // The browser may still be closing the last tab; a new tab with the old version is closed again.
  await expect
    .poll(async () => {
      const next = await context.newPage();
      await next.goto('/onboarding/welcome');
      const { shell } = await versionsOfPage(next);
      await next.close();
      return shell;
    })
    .toBe(stack.builds.olderShell);
  const last = await context.newPage();
  await last.goto('/onboarding/welcome');
  await screen(last, 'Welcome to Lodestar');
  await expect(updateButton(last)).toBeHidden();
});

const noRoom = (page: Page) => page.getByText('Your phone is out of space.');

test('a phone without storage shows a message, and the product works online', async ({ page, stack }) => {
  await giveRoom(page, stack.url, 200_000);
  await page.goto('/onboarding/welcome');
  await expect(noRoom(page)).toBeVisible();
  expect(await revisionCaches(page)).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('link', { name: 'Get started' }).click();
  await screen(page, 'Your hospital journey, in one place');
});

/** Bytes: more than home's data needs, less than an image. */
const ROOM_FOR_HOME = 40_000;

test('a full phone says so once, works online and stores again later', async ({ page, problems, signIn, stack }) => {
  // Open before anything is stored: the browser checks the remaining quota only occasionally.
  await openAndKeep(page, '/onboarding/welcome');
  // The vault must exist first: creating a database takes more space than the data put into it.
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).not.toEqual([]);
  await giveRoom(page, stack.url, (await roomTaken(page)) + ROOM_FOR_HOME);
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(3);
  const atHome = await boxesOf(page, 'seen/');
  await expect(noRoom(page)).toBeHidden();
  const openXray = async (on: Page) => {
    await resultOf(on, 'Chest X-ray').open();
    await pictureShows(on, /Chest X-ray from the front/);
  };
  await openXray(page);
  await expect(noRoom(page)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const notCached = page.waitForEvent('console', (message) => message.text().includes('offline cache could not be'));
  await tab(page, 'Results').click();
  await page.getByRole('main').getByRole('link', { name: /ECG/ }).first().click();
  await pictureShows(page, /ECG|lead/);
  await notCached;
  await expect(noRoom(page)).toBeHidden();
  expect(await boxesOf(page, 'seen/')).toBeGreaterThanOrEqual(atHome);

  await giveRoom(page, stack.url);
  await openXray(page);
  type Results = { name: string; media: { url: string }[] }[];
  const results = (await stack.api.call('GET', 'v1/results', { token })) as Results;
  const [front] = results.find(({ name }) => name === 'Chest X-ray')?.media ?? [];
  await expect.poll(() => isSeen(page, front?.url ?? '')).toBe(true);
  const cold = await comeBackOffline(page, problems);
  await openXray(cold);
  await expect(noRoom(cold)).toBeHidden();
});

test('a stuck phone recovers by the repair page or the registry', async ({ context, page, stack }) => {
  await openAndKeep(page, '/onboarding/welcome');
  await page.goto('/reset');
  await page.getByRole('link', { name: 'App not working?' }).click();
  await page.getByRole('button', { name: 'Delete and start again' }).click();
  await screen(page, 'Welcome to Lodestar');
  await readyForOffline(page);
  // The old worker waits for this lock before its next download. Browsers activate no new worker while one is busy.
  await page.evaluate(async () => {
    navigator.locks.request('lodestar-staging', () => new Promise(() => undefined));
    (await navigator.serviceWorker.ready).active?.postMessage({ type: 'CHECK' });
  });

  await stack.changeRegistry((registry) => {
    registry.worker = 'off';
  });
  // An update check already running in the page is not repeated, and may predate the change.
  const lookAgain = async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    await Promise.all(registrations.map((registration) => registration.update().catch(() => undefined)));
    return [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length];
  };
  await expect.poll(() => page.evaluate(lookAgain)).toEqual([0, 0]);
  const next = await context.newPage();
  const opened = await next.goto('/onboarding/welcome');
  expect(opened?.fromServiceWorker()).toBe(false);
  await screen(next, 'Welcome to Lodestar');
});
