import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cutNetwork, readyForOffline } from '../support/offline.ts';
import { answerAdmissionSurvey, openAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY, screen } from '../support/screens.ts';
import { boxesOf, everythingStored } from '../support/storage.ts';
import { manyEvents } from '../support/timeline.ts';

/** Words that are nowhere but in this patient's data. */
const MARKERS = Array.from({ length: 20 }, (_, index) => `Marker${index + 1}Quokka`);

const markedEvents = () =>
  manyEvents(MARKERS.length).map((event, index) => {
    const name = MARKERS[index] ?? '';
    return { ...event, name: { en: name, fr: name } };
  });

async function markersStored(page: Page): Promise<string[]> {
  const stored = await everythingStored(page);
  return MARKERS.filter((marker) => stored.includes(marker));
}

const markersShown = async (page: Page) => {
  const text = await page.locator('body').innerText();
  return MARKERS.filter((marker) => text.includes(marker));
};

test('what was last seen opens without network, encrypted on the phone; a sign-out there leaves nothing of it', async ({
  context,
  page,
  problems,
  signIn,
  stack,
}) => {
  await context.addInitScript(() => {
    Object.assign(navigator, { setAppBadge: async (count: number) => Object.assign(window, { badge: count }) });
  });
  await signIn('patient', { storySteps: STEPS_TO_ADMISSION_SURVEY });
  await stack.records.addEvents('patient@example.org', markedEvents());
  await page.goto('/app');
  await expect(page.getByRole('link', { name: /Marker20Quokka/ })).toBeVisible();
  const badge = page.getByRole('navigation', { name: 'Profiles' }).getByText(/need attention/);
  const counted = Number.parseInt((await badge.textContent()) ?? '', 10);
  expect(await page.evaluate(() => Reflect.get(window, 'badge'))).toBe(counted);
  await page.goto('/profile/1/results');
  await screen(page, 'My Results');
  await expect(page.getByRole('link', { name: /Blood/ }).first()).toBeVisible();
  await readyForOffline(page);
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(4);
  expect(await markersStored(page)).toEqual([]);
  await page.close();

  await cutNetwork(context, problems);
  const cold = await context.newPage();
  await cold.goto('/app');
  await expect(cold.getByRole('link', { name: /Marker20Quokka/ })).toBeVisible();
  await expect(cold.getByText('You are offline.')).toBeVisible();
  await expect(cold.getByText(/What you see is (less than a minute|\d+ minutes?) old\./)).toBeVisible();
  await cold.goto('/profile/1/results');
  await cold.getByRole('link', { name: /Blood/ }).first().click();
  await screen(cold, /Blood/);

  // What needs the network says so and keeps what was typed; a survey waits.
  await cold.goto('/app/help');
  await cold.getByLabel('Comments').fill('The bed is too short.');
  await cold.getByRole('button', { name: 'Submit' }).click();
  await expect(cold.getByText('Your request could not be sent.', { exact: false })).toBeVisible();
  await expect(cold.getByLabel('Comments')).toHaveValue('The bed is too short.');
  await cold.goto('/profile/1/events');
  await openAdmissionSurvey(cold);
  await answerAdmissionSurvey(cold);
  await expect.poll(() => boxesOf(cold, 'unsent/')).toBe(1);

  await cold.goto('/app');
  await cold.getByRole('button', { name: 'Menu' }).click();
  await cold.getByRole('button', { name: 'Log out' }).click();
  await cold.getByRole('button', { name: 'Log out and delete' }).click();
  await screen(cold, 'Welcome to Lodestar');
  expect(await markersStored(cold)).toEqual([]);
  for (const purpose of ['seen/', 'unsent/', 'drafts/']) {
    await expect.poll(() => boxesOf(cold, purpose), purpose).toBe(0);
  }
  expect(await cold.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  for (let step = 0; step < 3; step += 1) {
    await cold.goBack();
    await expect(cold.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await markersShown(cold)).toEqual([]);
  }
});

test('reset and a session that has ended leave nothing of it either, also in another tab', async ({
  context,
  page,
  problems,
  signIn,
  stack,
}) => {
  problems.allow(/401/);
  await signIn('second');
  await stack.records.addEvents('second@example.org', markedEvents());
  await page.goto('/app');
  await expect(page.getByRole('link', { name: /Marker20Quokka/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/app');
  await expect(other.getByRole('link', { name: /Marker20Quokka/ })).toBeVisible();
  await expect.poll(() => boxesOf(page, 'seen/')).toBeGreaterThan(2);
  await readyForOffline(page);

  await cutNetwork(context, problems);
  await page.goto('/reset');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Log out and clear this phone only' }).click();
  await expect.poll(() => boxesOf(page, 'seen/')).toBe(0);
  await screen(other, 'Welcome to Lodestar');
  expect(await markersShown(other)).toEqual([]);
  expect(await markersStored(other)).toEqual([]);
});
