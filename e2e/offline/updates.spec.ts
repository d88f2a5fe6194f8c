import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { publishedFolder } from '../../gateway/registry/registry.ts';
import { tab } from '../support/frame.ts';
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
} from '../support/offline.ts';
import { openResult, pictureShows } from '../support/results.ts';
import { ADMISSION_SURVEY, openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY, screen } from '../support/screens.ts';
import { boxesOf, isSeen } from '../support/storage.ts';
import { recordRequests, versionsIn } from '../support/traffic.ts';
import { expect, JOURNEY, test } from './fixtures.ts';

test('a tab left open from version A to C keeps its version and input until all tabs agree on the update', async ({
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

test('a revision with a missing file is never used', async ({ context, page, problems, stack }) => {
  problems.allow(/Failed to load resource.*404/);
  const { older } = stack.builds.remotes.records;
  const folder = publishedFolder(stack.deployRoot, 'records', older);
  await openAndKeep(page, '/onboarding/welcome');
  const before = await revisionsKept(page);
  const manifest = (await (await fetch(`${stack.url}/remotes/records/${older}/remote.json`)).json()) as {
    files: Record<string, string>;
    sizes: Record<string, number>;
  };
  const third = Object.keys(manifest.files).filter(
    (file) => file.endsWith('.js') && (manifest.sizes[file] ?? 0) < 1e5,
  )[2];
  const file = join(folder, third ?? '');
  const aside = join(stack.deployRoot, 'aside');
  await copyFile(file, aside);
  for (const suffix of ['', '.br', '.gz']) await rm(file + suffix, { force: true });
  try {
    const missed = context.waitForEvent(
      'response',
      (answer) => answer.status() === 404 && answer.url().includes(older),
    );
    await stack.changeRegistry(use('records', older));
    await lookForUpdate(page);
    expect((await missed).request().serviceWorker()).not.toBeNull();
    // A second check, so that the first attempt is over.
    await lookForUpdate(page);
    await expect.poll(() => revisionCaches(page)).toEqual([before.current?.cache]);
    expect(await revisionsKept(page)).toEqual(before);
    await expect(updateButton(page)).toBeHidden();
  } finally {
    await copyFile(aside, file);
  }
});

/** The message shown when the phone's storage is full. */
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

/** Lists the databases of the page's origin. */
const databases = (page: Page) => page.evaluate(() => indexedDB.databases());

/** Bytes: more than home's data needs, less than an image. */
const ROOM_FOR_HOME = 40_000;

test('a phone whose storage fills up says so once, works online, keeps its data and stores again when there is space', async ({
  page,
  problems,
  signIn,
  stack,
}) => {
  // Open before anything is stored: the browser checks the remaining quota only occasionally.
  await openAndKeep(page, '/onboarding/welcome');
  // The vault must exist first: creating a database takes more space than the data put into it.
  await expect.poll(() => databases(page)).not.toEqual([]);
  await giveRoom(page, stack.url, (await roomTaken(page)) + ROOM_FOR_HOME);
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(3);
  const atHome = await boxesOf(page, 'seen/');
  await expect(noRoom(page)).toBeHidden();

  await openResult(page, 'Chest X-ray');
  await pictureShows(page, /Chest X-ray from the front/);
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
  await openResult(page, 'Chest X-ray');
  await pictureShows(page, /Chest X-ray from the front/);
  const results = (await stack.api.call('GET', 'v1/results', { token })) as {
    name: string;
    media: { url: string }[];
  }[];
  const [front] = results.find(({ name }) => name === 'Chest X-ray')?.media ?? [];
  await expect.poll(() => isSeen(page, front?.url ?? '')).toBe(true);
  const cold = await comeBackOffline(page, problems);
  await cold.goto('/app');
  await expect(cold.getByRole('link', { name: /Discharged/ })).toBeVisible();
  await openResult(cold, 'Chest X-ray');
  await pictureShows(cold, /Chest X-ray from the front/);
  await expect(noRoom(cold)).toBeHidden();
});

test('a stuck phone recovers through the repair page, and through a registry that disables the service worker', async ({
  context,
  page,
  stack,
}) => {
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
