import { RESULT_TYPE } from 'mock-api/contract/codes';
import type { Page } from 'playwright/test';
import { ACCOUNTS } from '../support/hospital/api.ts';
import type { Stack } from '../support/hospital/stack.ts';
import { comeBackOffline, openAndKeep } from '../support/phone/offline.ts';
import { tokenOn } from '../support/phone/session.ts';
import { boxesOf, vaultIsEmpty } from '../support/phone/storage.ts';
import { tab } from '../support/screens/frame.ts';
import { markersAreGone, markersShow, markersStored, plantMarkers } from '../support/screens/markers.ts';
import { inkOn, pdfPage, pictureShows } from '../support/screens/results.ts';
import { ADMISSION_SURVEY, answerAdmissionSurvey, screen } from '../support/screens/screens.ts';
import { eventList } from '../support/screens/timeline.ts';
import { expect, JOURNEY, test } from './fixtures.ts';

const ALL = Number.POSITIVE_INFINITY;

const badge = (page: Page) => page.evaluate(() => Reflect.get(window, 'badge'));

test(
  'viewed data is encrypted, available offline and deleted by an offline sign-out',
  JOURNEY,
  async ({ context, page, problems, signIn, stack }) => {
    await context.addInitScript(() => {
      const show = async (count: number) => Object.assign(window, { badge: count });
      Object.assign(navigator, { setAppBadge: show, clearAppBadge: () => show(0) });
    });
    // The whole story: an event that arrived meanwhile would change the count.
    await signIn('patient', { storySteps: ALL });
    await plantMarkers(stack, ACCOUNTS.patient.email);
    await openAndKeep(page, '/app');
    await markersShow(page);
    const profiles = page.getByRole('navigation', { name: 'Profiles' });
    const counted = Number.parseInt((await profiles.getByText(/need attention/).textContent()) ?? '', 10);
    expect(await badge(page)).toBe(counted);
    await page.goto('/profile/1/results');
    await screen(page, 'My Results');
    await expect(page.getByRole('link', { name: /Blood/ }).first()).toBeVisible();
    await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(4);
    expect(await markersStored(page)).toEqual([]);

    const cold = await comeBackOffline(page, problems);
    await cold.goto('/app');
    await markersShow(cold);
    await expect(cold.getByText('You are offline.')).toBeVisible();
    await expect(cold.getByText(/What you see is (less than a minute|\d+ minutes?) old\./)).toBeVisible();
    expect(await badge(cold)).toBe(counted);
    await cold.getByRole('link', { name: ADMISSION_SURVEY }).click();
    await screen(cold, 'How was your admission?');
    await answerAdmissionSurvey(cold);
    await expect.poll(() => boxesOf(cold, 'unsent/')).toBe(1);

    await cold.goto('/app');
    await cold.getByRole('button', { name: 'Menu' }).click();
    await cold.getByRole('button', { name: 'Log out' }).click();
    await cold.getByRole('button', { name: 'Log out and delete' }).click();
    await screen(cold, 'Welcome to Lodestar');
    await vaultIsEmpty(cold, 'seen/', 'unsent/', 'drafts/');
    expect(await badge(cold)).toBe(0);
    expect(await tokenOn(cold)).toBeNull();
    await markersAreGone(cold);
  },
);

/** Prepares the brain report's insights ahead of time: the first request starts the preparation. */
async function prepareInsights({ api }: Stack, token: string): Promise<void> {
  const results = (await api.call('GET', 'v1/results', { token })) as { id: string; type: number }[];
  const brain = results.find(({ type }) => type === RESULT_TYPE.BRAIN);
  await api.call('GET', `v1/results/${brain?.id}/insights`, { token });
}

/** Opens every profile tab and every kind of result that can be read offline. */
async function lookAround(page: Page): Promise<void> {
  const open = (name: RegExp | string) => page.getByRole('main').getByRole('link', { name }).first().click();
  await page.goto('/profile/1/events');
  await expect(eventList(page, 'This stay').getByRole('link').first()).toBeVisible();
  await tab(page, 'Supporters').click();
  await open('Sam Avery');
  await screen(page, 'Sam Avery');
  await tab(page, 'Care Plans').click();
  await open(/concussion/);
  await expect(page.getByText('Hospital Digital Resources')).toBeVisible();
  await tab(page, 'Results').click();
  await open(/Blood test/);
  await expect(page.getByRole('table')).toBeVisible();
  for (const [name, alt] of [
    [/Chest X-ray/, /Chest X-ray from the front/],
    [/ECG/, /ECG|lead/],
  ] as const) {
    await tab(page, 'Results').click();
    await open(name);
    await pictureShows(page, alt);
  }
  await tab(page, 'Results').click();
  await open(/Brain scan/);
  await page.getByRole('tab', { name: 'PDF File' }).click();
  await expect(pdfPage(page)).toHaveAttribute('aria-busy', 'false');
  expect(await inkOn(page)).toBeGreaterThan(500);
  await page.getByRole('tab', { name: 'Insights' }).click();
  await expect(page.getByText('Your scan looks normal.', { exact: false })).toBeVisible();
  await page.getByRole('tab', { name: 'Questions' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(10);
}

test('every page, image and report opens offline once viewed', async ({ page, problems, signIn, stack }) => {
  const token = await signIn('patient', { storySteps: ALL });
  await prepareInsights(stack, token);
  await openAndKeep(page, '/app');
  await lookAround(page);
  // The user, all lists, two views of an X-ray, two strips of an ECG, the report, its insights and its questions.
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThanOrEqual(14);
  await lookAround(await comeBackOffline(page, problems));
});
