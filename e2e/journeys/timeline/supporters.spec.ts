import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import { eventCard } from '../../support/timeline.ts';

const SUPPORTERS = '/profile/1/supporters';

const line = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const permission = (page: Page, name: string) => page.getByRole('switch', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send Invite' }).click();

async function openInvite(page: Page): Promise<void> {
  await page.goto(SUPPORTERS);
  await line(page, 'Add new').click();
  await screen(page, 'Invite a supporter');
}

/** Returns the text without the secret end of its link, as the form shows it. */
const withoutSecret = (text: string) => text.replace(/(\/onboarding\/invitation\/)[\w-]{20,}/, '$1…');

for (const { locale, name, labels, list, done } of [
  {
    locale: 'en',
    name: 'Lee',
    labels: ['Name', 'Mobile Phone Number', 'Text message', 'Send Invite'],
    list: 'My Supporters',
    done: 'Done',
  },
  {
    locale: 'fr',
    name: 'Zoé',
    labels: ['Nom', 'Numéro de mobile', 'Message texte', 'Envoyer l’invitation'],
    list: 'Mes proches',
    done: 'Terminé',
  },
] as const) {
  test(`invite (${locale}) texts exactly what was shown, and is pending on another phone, too`, async ({
    page,
    stack,
    signIn,
    onAnotherPhone,
  }) => {
    const number = locale === 'en' ? '+1 416 555 0188' : '+1 416 555 0189';
    await signIn('patient', { storySteps: Number.POSITIVE_INFINITY, settings: { locale } });
    await page.goto(`${SUPPORTERS}/create`);
    const [nameLabel, phoneLabel, preview, submit] = labels;
    await expect(page.getByLabel(phoneLabel)).toHaveValue('+1 ');
    await page.getByLabel(nameLabel, { exact: true }).fill(name);
    await page.getByLabel(phoneLabel).fill(number);
    await expect(page.getByLabel(preview)).not.toBeEditable();
    const shown = await page.getByLabel(preview).inputValue();
    await page.getByRole('button', { name: submit }).click();
    await expect(page.getByText(locale === 'en' ? 'Invite Sent' : 'Invitation envoyée')).toBeVisible();
    await expect.poll(async () => (await stack.api.texts(number)).map(withoutSecret)).toEqual([shown]);

    await page.getByRole('button', { name: done }).click();
    // A form that was opened by its address has no previous page, so the list is shown.
    await screen(page, list);
    await expect(line(page, name)).toBeVisible();
    await page.goto('/app');
    await expect(
      eventCard(page, name).getByText(locale === 'en' ? 'Pending' : 'En attente', { exact: true }),
    ).toBeVisible();
    await onAnotherPhone({ account: 'patient', path: SUPPORTERS }, async (phone) => {
      await expect(line(phone, name)).toContainText('Pending');
      await phone.goto('/app');
      await expect(eventCard(phone, name).getByText('Pending', { exact: true })).toBeVisible();
    });
  });
}

test('invite rules are reported in the summary and at their fields', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 1 });
  await openInvite(page);
  await send(page);
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Required', 'Mobile Phone Number is required']);
  await page.getByLabel('Name', { exact: true }).fill('Bartholomew Longfellow');
  await page.getByLabel('Mobile Phone Number').fill('+1 416 555');
  await send(page);
  await expect(summary.getByRole('link')).toHaveText([
    'Must be 15 characters or less',
    'The phone must have a correct phone format +1 416 555 0101',
  ]);
  await summary.getByRole('link').last().click();
  await expect(page.getByLabel('Mobile Phone Number')).toBeFocused();
});

test(
  'invite that failed keeps the input, and Done returns to "Add new" after the next attempt',
  JOURNEY,
  async ({ page, context, problems, signIn }) => {
    problems.allow(callFailed('v1/supporters'));
    await signIn('patient', { storySteps: 1 });
    await openInvite(page);
    await page.getByLabel('Name', { exact: true }).fill('Kim');
    await page.getByLabel('Mobile Phone Number').fill('+1 416 555 0187');
    const supporters = '**/api/v1/supporters';
    await context.route(supporters, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    );
    await send(page);
    await expect(page.getByRole('alert')).toContainText('The invite could not be sent.');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kim');
    await context.unroute(supporters);
    await send(page);
    await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.getByRole('button', { name: 'Done' }).click();
    await screen(page, 'My Supporters');
    await expect(line(page, 'Add new')).toBeFocused();
  },
);

test(
  'supporter has all five permissions, and changes to them appear on another phone',
  JOURNEY,
  async ({ page, signIn, onAnotherPhone }) => {
    await signIn('patient', { storySteps: 1 });
    await page.goto(SUPPORTERS);
    await line(page, 'Sam Avery').click();
    await screen(page, 'Sam Avery');
    await expect(page.getByRole('switch')).toHaveCount(5);
    await expect(page.getByRole('switch', { checked: true })).toHaveCount(5);
    await expect(page.getByRole('button', { name: 'Remove' })).toBeDisabled();
    await permission(page, 'Can view care plans').click();
    await permission(page, 'Can view medical records').click();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Permissions have been updated.')).toBeVisible();
    const { pathname: path } = new URL(page.url());
    await onAnotherPhone({ account: 'patient', path }, async (phone) => {
      await expect(permission(phone, 'Can view care plans')).not.toBeChecked();
      await expect(permission(phone, 'Can view medical records')).not.toBeChecked();
      await expect(permission(phone, 'Can view diagnostic results')).toBeChecked();
    });
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(line(page, 'Sam Avery')).toBeFocused();
  },
);

test('only profile 1 can invite supporters', async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const events = (await stack.api.call('GET', 'events', { token })) as { id: string; type: number }[];
  await stack.api.call('POST', `v1/events/${events.find(({ type }) => type === 12)?.id}/accept`, { token });
  await page.goto('/profile/2/supporters');
  await screen(page, 'Maya’s Supporters');
  await expect(page.getByText('No supporters yet')).toBeVisible();
  await expect(line(page, 'Add new')).toHaveCount(0);
  await page.goto('/profile/2/supporters/create');
  await screen(page, 'Maya’s Supporters');
  // An open page would keep playing the supporter's story while it is being removed.
  await page.close();
  await stack.api.playStory(token, 0);
});
