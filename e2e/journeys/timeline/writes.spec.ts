import type { Page } from 'playwright/test';
import { ACCOUNTS } from '../../support/api.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { screen } from '../../support/screens.ts';
import { eventCard, eventList, swipe } from '../../support/timeline.ts';

const EVENTS = '/profile/1/events';
const ALL = Number.POSITIVE_INFINITY;
const PHYSICIAN = 'Dr. Amara Osei';

const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'Event deleted' });
const profile = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Profiles' }).getByRole('link', { name });

/** Resolves with the number in the badge. */
async function badgeCount(page: Page): Promise<number> {
  const pill = profile(page, /Jordan Avery/).getByText(/^\d+$/);
  return Number(await pill.textContent());
}

test(
  'event that was opened and closed is viewed and no longer counted, on another phone, too',
  JOURNEY,
  async ({ page, signIn, onAnotherPhone }) => {
    await signIn('patient', { storySteps: ALL });
    await page.goto('/app');
    const before = await badgeCount(page);
    const viewed = page.waitForResponse((response) => response.url().endsWith('/view') && response.ok());
    await eventCard(page, PHYSICIAN).getByRole('link').click();
    await screen(page, PHYSICIAN);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(eventCard(page, PHYSICIAN).getByText('New', { exact: true })).toBeHidden();
    await expect(eventCard(page, PHYSICIAN).getByRole('link')).toBeFocused();
    expect(await badgeCount(page)).toBe(before - 1);
    await viewed;
    await onAnotherPhone({ account: 'patient', path: '/app' }, async (phone) => {
      await expect(eventCard(phone, PHYSICIAN).getByRole('link')).toBeVisible();
      await expect(eventCard(phone, PHYSICIAN).getByText('New', { exact: true })).toBeHidden();
      expect(await badgeCount(phone)).toBe(before - 1);
    });
  },
);

test(
  'deleted event can be restored with Undo, and otherwise disappears on another phone, too',
  JOURNEY,
  async ({ page, stack, signIn, onAnotherPhone }) => {
    await signIn('patient', { storySteps: ALL });
    await page.goto(EVENTS);
    const list = eventList(page, 'This stay');
    const names = () => list.getByRole('link').allTextContents();
    await page.getByRole('button', { name: 'Edit' }).click();
    const before = await names();
    await page.getByRole('button', { name: 'Delete Discharged' }).click();
    await expect(eventCard(page, 'Discharged')).toBeHidden();
    await expect(list.getByRole('link', { name: 'Brain scan results' })).toBeFocused();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('link', { name: 'Discharged' })).toBeFocused();
    expect(await names()).toEqual(before);

    await page.getByRole('button', { name: 'Delete Discharged' }).click();
    await expect(eventCard(page, 'Discharged')).toBeHidden();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
    await expect(async () => {
      const events = (await stack.api.call('GET', 'events', { token: await stack.api.signIn('patient') })) as {
        name: string;
      }[];
      expect(events.map(({ name }) => name)).not.toContain('Discharged');
    }).toPass();
    await onAnotherPhone({ account: 'patient', path: EVENTS }, async (phone) => {
      await expect(eventCard(phone, 'Brain scan results')).toBeVisible();
      await expect(eventCard(phone, 'Discharged')).toHaveCount(0);
    });
  },
);

test('swipe to the left deletes an event; a short swipe and a swipe to the right do nothing', async ({
  page,
  signIn,
}) => {
  await signIn('patient', { storySteps: ALL });
  await page.goto(EVENTS);
  const card = eventCard(page, 'Discharged');
  await card.waitFor();
  await swipe(page, card, -45);
  await expect(card.locator('[data-swiped]')).toHaveCount(0);
  await swipe(page, card, 80);
  await expect(page).toHaveURL(new RegExp(`${EVENTS}$`));
  await expect(card).toBeVisible();
  await swipe(page, card, -220);
  await expect(card).toBeHidden();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${EVENTS}$`));
});

test('events can be navigated and deleted by keyboard', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: ALL });
  await page.goto(EVENTS);
  const links = eventList(page, 'This stay').getByRole('link');
  await links.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(links.first()).toBeFocused();
  const second = await links.nth(1).textContent();
  await page.keyboard.press('Delete');
  await expect(links.first()).toHaveText(String(second));
  await expect(links.first()).toBeFocused();
});

test(
  'accepting a supporter request adds the profile, the event and their story; declining changes nothing',
  JOURNEY,
  async ({ page, stack, signIn, onAnotherPhone }) => {
    await signIn('patient', { storySteps: ALL });
    await page.goto('/app');
    const request = eventCard(page, 'asks you to be her supporter');
    await request.getByRole('button', { name: 'Decline' }).click();
    await expect(request.getByText('Nothing has changed. You can still accept later.')).toBeVisible();
    await request.getByRole('button', { name: 'Accept' }).click();
    await expect(request).toBeHidden();
    await expect(eventCard(page, 'You are now a supporter of Maya Chen.')).toBeVisible();
    await profile(page, /Maya Chen/).click();
    await screen(page, 'Maya’s Events');
    await expect(eventCard(page, 'Admitted')).toBeVisible();
    await onAnotherPhone({ account: 'patient', path: '/app' }, async (phone) => {
      await expect(eventCard(phone, 'You are now a supporter of Maya Chen.')).toBeVisible();
      await expect(profile(phone, /Maya Chen/)).toBeVisible();
    });
    // An open page would keep playing the supporter's story while it is being removed.
    await page.close();
    await stack.api.playStory(await stack.api.signIn('patient'), 0);
  },
);

test('contact settings are saved', async ({ page, signIn, onAnotherPhone }) => {
  await signIn('second');
  await page.goto('/app/settings');
  await screen(page, 'User Settings');
  await expect(
    page.getByText('This is a demo product. Your settings are limited to demo-applicable functions.'),
  ).toBeVisible();
  const phone = (on: Page) => on.locator('input[type=tel]');
  await expect(phone(page)).toHaveValue(ACCOUNTS.second.phone);
  await phone(page).fill('+1 416 555 0177');
  await page.locator('input[type=email]').fill('robin.t@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your settings have been saved.')).toBeVisible();
  await onAnotherPhone({ account: 'second', path: '/app/settings' }, async (other) => {
    await expect(phone(other)).toHaveValue('+1 416 555 0177');
    await expect(other.locator('input[type=email]')).toHaveValue('robin.t@example.org');
  });
});
