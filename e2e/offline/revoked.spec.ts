import type { Page } from 'playwright/test';
import {
  comeBackOffline,
  lookForUpdate,
  openAndKeep,
  revisionsKept,
  versionsOfPage,
} from '../support/phone/offline.ts';
import { screen } from '../support/screens/screens.ts';
import { expect, test } from './fixtures.ts';

/** Counts the cached files of one version of the surveys remote. */
const filesKept = (page: Page, version: string) =>
  page.evaluate(async (folder) => {
    const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caught)).flat().filter(({ url }) => url.includes(folder)).length;
  }, `/remotes/surveys/${version}/`);

test('a revoked version is deleted on the next visit, and stays deleted', async ({ page, problems, stack }) => {
  const { active, older } = stack.builds.remotes.surveys;
  await openAndKeep(page, '/onboarding/welcome');
  expect((await versionsOfPage(page)).surveys).toBe(active);
  expect(await filesKept(page, active)).toBeGreaterThan(1);

  await stack.changeRegistry(({ remotes: { surveys } }) => {
    if (!surveys) return;
    delete surveys.versions[active];
    delete surveys.previous;
    Object.assign(surveys, { active: older, revoked: [active] });
  });
  await lookForUpdate(page);
  await expect.poll(async () => (await versionsOfPage(page).catch(() => undefined))?.surveys).toBe(older);
  await screen(page, 'Welcome to Lodestar');
  await expect.poll(() => filesKept(page, active)).toBe(0);
  expect((await revisionsKept(page)).staged).toBeNull();

  const later = await comeBackOffline(page, problems);
  await later.goto('/onboarding/welcome');
  await screen(later, 'Welcome to Lodestar');
  expect((await versionsOfPage(later)).surveys).toBe(older);
  expect(await filesKept(later, active)).toBe(0);
});
