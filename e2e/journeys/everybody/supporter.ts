import { expect } from '../../support/fixtures.ts';
import { linkFor, type Person } from '../../support/people.ts';
import type { Stack } from '../../support/stack.ts';
import { type Device, fill, follow, press, screen } from './device.ts';
import { goIntoTheApp } from './patient.ts';

/** From the link of the invitation, through an account of their own, into the app. */
export async function comeInByInvitation(
  phone: Device,
  stack: Stack,
  { person, link, from }: { person: Person; link: string; from: string },
): Promise<void> {
  const { page, t } = phone;
  await page.goto(link);
  await screen(phone, t('account.invitation.title', { name: from }));
  await follow(phone, t('account.invitation.create'));
  await fill(phone, {
    [t('account.create.firstName')]: person.firstName,
    [t('account.create.lastName')]: person.lastName,
    [t('account.email')]: person.email,
    [t('account.create.organization')]: person.organization,
    [t('account.create.phone')]: person.phone,
  });
  await press(phone, t('account.next'));
  await fill(phone, {
    [t('account.password.password')]: person.password,
    [t('account.password.confirm')]: person.password,
  });
  await press(phone, t('account.next'));
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(phone, t('account.create.done'));
  await screen(phone, t('account.create.created'));
  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(phone, t('account.validate.done'));
  await page.getByRole('main').getByRole('link').click();
  await goIntoTheApp(phone, person.firstName);
}

/** Opens the patient's events from the rows at the bottom. */
async function openEvents(phone: Device, patient: string): Promise<void> {
  const { page, t } = phone;
  await page.goto('/app');
  const rows = page.getByRole('navigation', { name: t('shell.profiles.label'), exact: true });
  await rows.getByRole('link', { name: patient }).click();
  await screen(phone, t('timeline.events.theirs', { name: patient.split(' ')[0] ?? '' }));
}

/** Sees the patient's event, and not what the patient has asked. */
export async function readWhatIsShared(
  phone: Device,
  patient: string,
  { event, question }: { event: string; question: string },
): Promise<void> {
  const { page, t } = phone;
  await openEvents(phone, patient);
  await expect(page.getByRole('main').getByRole('link', { name: event })).toBeVisible();
  await page.goto(page.url().replace('/events', '/requests'));
  await expect(page.getByText(t('requests.list.empty'))).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
}

/** Sees no event of the patient any more. */
export async function readNothing(phone: Device, patient: string, event: string): Promise<void> {
  const { page, t } = phone;
  await openEvents(phone, patient);
  await expect(page.getByText(t('timeline.events.empty'), { exact: true })).toBeVisible();
  await expect(page.getByText(event)).toHaveCount(0);
}
