import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import type { Stack } from '../../support/hospital/stack.ts';
import { endSupport } from '../../support/people/ending-support.ts';
import { newPerson, provenMember } from '../../support/people/person.ts';
import { Device, PagePhone } from '../../support/phone/page-phone.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { violations } from '../../support/screens/axe.ts';
import { screen } from '../../support/screens/screens.ts';
import { eventCard } from '../../support/screens/timeline.ts';

const SUPPORTERS = '/profile/1/supporters';

const line = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const permission = (page: Page, name: string) => page.getByRole('switch', { name });

/** Resolves with the texts to a number, without the secret end of their links, as the form shows them. */
async function textsTo({ api }: Stack, number: string): Promise<string[]> {
  const texts = await api.texts(number);
  return texts.map((text) => text.replace(/(\/onboarding\/invitation\/)[\w-]{20,}/, '$1…'));
}

test('invite texts what was shown', JOURNEY, async ({ page, context, stack, problems, signIn, onAnotherPhone }) => {
  problems.allow(callFailed('v1/supporters'));
  const supporters = '**/api/v1/supporters';
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto(SUPPORTERS);
  await line(page, 'Add new').click();
  await screen(page, 'Invite a supporter');
  await page.getByLabel('Name', { exact: true }).fill('Lee');
  await expect(page.getByLabel('Mobile Phone Number')).toHaveValue('+1 ');
  await page.getByLabel('Mobile Phone Number').fill('+1 416 555 0188');
  await expect(page.getByLabel('Text message')).not.toBeEditable();
  const shown = await page.getByLabel('Text message').inputValue();
  await context.route(supporters, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Send Invite' }).click();
  await expect(page.getByRole('alert')).toContainText('The invite could not be sent.');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Lee');
  await context.unroute(supporters);
  await page.getByRole('button', { name: 'Send Invite' }).click();
  await expect(page.getByText('Invite Sent')).toBeVisible();
  await expect.poll(() => textsTo(stack, '+1 416 555 0188')).toEqual([shown]);
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.getByRole('button', { name: 'Done' }).click();
  await screen(page, 'My Supporters');
  await expect(line(page, 'Add new')).toBeFocused();
  await onAnotherPhone({ account: 'patient', path: SUPPORTERS }, async (phone) => {
    await expect(line(phone, 'Lee')).toContainText('Pending');
    await phone.goto('/app');
    await expect(eventCard(phone, 'Lee').getByText('Pending', { exact: true })).toBeVisible();
  });

  await page.goto('/app/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  // Its texts are fetched first.
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  await page.goto(`${SUPPORTERS}/create`);
  await page.getByLabel('Nom', { exact: true }).fill('Zoé');
  await page.getByLabel('Numéro de cellulaire').fill('+1 416 555 0189');
  const french = await page.getByLabel('Message texte').inputValue();
  await page.getByRole('button', { name: 'Envoyer l’invitation' }).click();
  await expect.poll(() => textsTo(stack, '+1 416 555 0189')).toEqual([french]);
  await page.getByRole('button', { name: 'Terminé' }).click();
  // A form that was opened by its address has no previous page, so the list is shown.
  await screen(page, 'Mes proches');
});

test('permissions of a supporter change on another phone, too', JOURNEY, async ({ page, signIn, onAnotherPhone }) => {
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
});

test(
  'a removed supporter reads so, and the patient that they declined, live',
  JOURNEY,
  async ({ page, browser, stack, signIn }) => {
    const person = await provenMember(stack, newPerson('example.org', 'zoe'));
    await signIn('patient', { storySteps: 3 });
    const theirs = await Device.open(browser);
    // The open event is no longer shared.
    theirs.problems.allow(callFailed('events/event'));
    const phone = new PagePhone(page);
    await endSupport({ phone, theirs, api: stack.api, patientName: 'Jordan Avery', person });
    expect(await violations(theirs.page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await theirs.close();
  },
);
