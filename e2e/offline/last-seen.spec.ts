import type { Page } from 'playwright/test';
import { RESULT_TYPE } from '../../mock-api/src/contract/codes.ts';
import { ACCOUNTS } from '../support/api.ts';
import { tab } from '../support/frame.ts';
import { markersAreGone, markersShow, markersStored, plantMarkers } from '../support/markers.ts';
import { comeBackOffline, openAndKeep } from '../support/offline.ts';
import { inkOn, pdfPage, pictureShows } from '../support/results.ts';
import { ADMISSION_SURVEY, answerAdmissionSurvey, screen } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';
import { boxesOf, vaultIsEmpty } from '../support/storage.ts';
import { eventList } from '../support/timeline.ts';
import { expect, JOURNEY, test } from './fixtures.ts';

const ALL = Number.POSITIVE_INFINITY;

/** The last badge count set on the app's icon. */
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
    expect(await cold.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
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

test('every page of the app, a result’s images and the brain report’s PDF open offline once they were viewed', async ({
  page,
  problems,
  signIn,
  stack,
}) => {
  const token = await signIn('patient', { storySteps: ALL });
  await prepareInsights(stack, token);
  await openAndKeep(page, '/app');
  await lookAround(page);
  // The user, all lists, two views of an X-ray, two strips of an ECG, the report, its insights and its questions.
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThanOrEqual(14);
  await lookAround(await comeBackOffline(page, problems));
});

/** Actions that need the network, the message each shows offline, and a check that the input is kept. */
const WISHES: { what: string; ask(page: Page): Promise<void>; says: string; stays(page: Page): Promise<void> }[] = [
  {
    what: 'the support form',
    ask: async (page) => {
      await page.goto('/app/help');
      await page.getByLabel('Comments').fill('The bed is too short.');
      await page.getByRole('button', { name: 'Submit' }).click();
    },
    says: 'Your request could not be sent.',
    stays: (page) => expect(page.getByLabel('Comments')).toHaveValue('The bed is too short.'),
  },
  {
    what: 'the settings',
    ask: async (page) => {
      await page.goto('/app/settings');
      await page.getByRole('textbox', { name: 'Phone' }).fill('+1 416 555 0177');
      await page.getByRole('button', { name: 'Save' }).click();
    },
    says: 'Your settings could not be saved.',
    stays: (page) => expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 416 555 0177'),
  },
  {
    what: 'an invite',
    ask: async (page) => {
      await page.goto('/profile/1/supporters/create');
      await page.getByLabel('Name', { exact: true }).fill('Kim');
      await page.getByLabel('Mobile Phone Number').fill('+1 416 555 0187');
      await page.getByRole('button', { name: 'Send Invite' }).click();
    },
    says: 'The invite could not be sent.',
    stays: (page) => expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kim'),
  },
  {
    what: 'permissions',
    ask: async (page) => {
      await page.goto('/profile/1/supporters');
      await page.getByRole('link', { name: 'Sam Avery' }).click();
      await page.getByRole('switch', { name: 'Can view care plans' }).click();
      await page.getByRole('button', { name: 'Update' }).click();
    },
    says: 'The permissions could not be updated.',
    stays: (page) => expect(page.getByRole('switch', { name: 'Can view care plans' })).not.toBeChecked(),
  },
  {
    what: 'deleting an event',
    ask: async (page) => {
      await page.goto('/profile/1/events');
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Delete Discharged' }).click();
    },
    says: 'The event could not be deleted.',
    stays: (page) => expect(page.getByRole('button', { name: 'Delete Discharged' })).toBeVisible(),
  },
];

test('actions that need the network say so and keep what was typed or chosen', async ({ page, problems, signIn }) => {
  await signIn('patient', { storySteps: ALL });
  await openAndKeep(page, '/app');
  await page.goto('/profile/1/supporters');
  await expect(page.getByRole('link', { name: 'Sam Avery' })).toBeVisible();
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(4);
  const cold = await comeBackOffline(page, problems);
  for (const { what, ask, says, stays } of WISHES) {
    await test.step(what, async () => {
      await ask(cold);
      await expect(cold.getByText(says, { exact: false })).toBeVisible();
      await stays(cold);
    });
  }
});
