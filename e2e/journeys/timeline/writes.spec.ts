import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { drag } from '../../support/phone/touch.ts';
import { profileRow } from '../../support/screens/frame.ts';
import { screen } from '../../support/screens/screens.ts';
import { eventCard, eventList } from '../../support/screens/timeline.ts';

const EVENTS = '/profile/1/events';
const ALL = Number.POSITIVE_INFINITY;

const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'Event deleted' });

test(
  'deletion can be undone, or reaches other phones, too',
  JOURNEY,
  async ({ page, stack, signIn, onAnotherPhone }) => {
    await signIn('patient', { storySteps: ALL });
    await page.goto(EVENTS);
    const card = eventCard(page, 'Discharged');
    await card.waitFor();
    await drag(page, card, { right: -45 });
    await expect(card.locator('[data-swiped]')).toHaveCount(0);
    await drag(page, card, { right: 80 });
    await expect(card).toBeVisible();
    await drag(page, card, { right: -220 });
    await expect(card).toBeHidden();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(card).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${EVENTS}$`));

    const list = eventList(page, 'This stay');
    const names = () => list.getByRole('link').allTextContents();
    await page.getByRole('button', { name: 'Edit' }).click();
    const before = await names();
    await page.getByRole('button', { name: 'Delete Discharged' }).click();
    await expect(card).toBeHidden();
    await expect(list.getByRole('link', { name: 'Your care plan' })).toBeFocused();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('link', { name: 'Discharged' })).toBeFocused();
    expect(await names()).toEqual(before);

    await page.getByRole('button', { name: 'Delete Discharged' }).click();
    await expect(card).toBeHidden();
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

test('accepting a supporter request adds their profile', JOURNEY, async ({ page, stack, signIn, onAnotherPhone }) => {
  await signIn('patient', { storySteps: ALL });
  await page.goto('/app');
  const request = eventCard(page, 'asks you to be her supporter');
  await request.getByRole('button', { name: 'Decline' }).click();
  await expect(request.getByText('Nothing has changed. You can still accept later.')).toBeVisible();
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect(request).toBeHidden();
  await expect(eventCard(page, 'You are now a supporter of Maya Chen.')).toBeVisible();
  await profileRow(page, 'Maya Chen').click();
  await screen(page, 'Maya’s Events');
  await expect(eventCard(page, 'Admitted')).toBeVisible();
  await onAnotherPhone({ account: 'patient', path: '/app' }, async (phone) => {
    await expect(eventCard(phone, 'You are now a supporter of Maya Chen.')).toBeVisible();
    await expect(profileRow(phone, 'Maya Chen')).toBeVisible();
  });
  // An open page would keep playing the supporter's story while it is being removed.
  await page.close();
  await stack.api.playStory(await stack.api.signIn('patient'), 0);
});
