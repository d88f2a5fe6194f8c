import { violations } from '../../support/axe.ts';
import { expect } from '../../support/fixtures.ts';
import { linkFor, type Person } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import type { Stack } from '../../support/stack.ts';
import { type Device, fill, follow, press, screen } from './device.ts';
import { goIntoTheApp } from './patient.ts';

interface Invited {
  person: Person;
  /** From the text message. */
  link: string;
  /** Name of the person who sent the invitation. */
  from: string;
}

/** Creates an account from the link of the invitation. */
async function createAccount(phone: Device, { person, link, from }: Invited): Promise<void> {
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
}

/** Opens the link of the invitation, creates an account and continues into the app. */
export async function comeInByInvitation(phone: Device, stack: Stack, invited: Invited): Promise<void> {
  const { page, t } = phone;
  const { person } = invited;
  await createAccount(phone, invited);
  await screen(phone, t('account.create.created'));
  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(phone, t('account.validate.done'));
  await page.getByRole('main').getByRole('link').click();
  await goIntoTheApp(phone, person.firstName);
}

/** Creates an account with an unapproved email domain: the hospital reviews it and keeps the invitation. */
export async function answerWithOtherDomain(phone: Device, invited: Invited): Promise<void> {
  const { page, t } = phone;
  const { email } = invited.person;
  await createAccount(phone, invited);
  await screen(phone, t('account.create.denied'));
  await expect(page.getByText(t('account.create.deniedText', { email }), { exact: true })).toBeVisible();
  await expect(page.getByText(t('account.create.deniedInvited', { name: invited.from }))).toBeVisible();
  expect(await violations(page)).toEqual([]);
}

/** Validates the email address, and checks that a sign-in says that the account is under review. */
export async function waitForReview(phone: Device, stack: Stack, person: Person): Promise<void> {
  const { page, t } = phone;
  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(phone, t('account.validate.review'));
  await logIn(phone, person);
  await expect(page.getByText(t('onboarding.login.review'))).toBeVisible();
}

async function logIn(phone: Device, { email, password }: Person): Promise<void> {
  const { page, t } = phone;
  await page.goto('/onboarding/login');
  await fill(phone, { [t('onboarding.login.email')]: email, [t('onboarding.login.password')]: password });
  await press(phone, t('onboarding.login.submit'));
}

/** Opens the link in the approval email and signs in. */
export async function comeInOnceApproved(phone: Device, { api }: Stack, person: Person): Promise<void> {
  const { page, t } = phone;
  const [mail = ''] = await api.mails(person.email);
  expect(mail).toContain(t('api.mail.accountApproved.invitation'));
  const link = /https?:\/\/\S+\/onboarding\/login/.exec(mail)?.[0] ?? '';
  await page.goto(link);
  await logIn(phone, person);
  await goIntoTheApp(phone, person.firstName);
}

/** Opens the patient's events from the profile rows. */
async function openEvents(phone: Device, patient: string): Promise<void> {
  const { page, t } = phone;
  await page.goto('/app');
  const rows = page.getByRole('navigation', { name: t('shell.profiles.label'), exact: true });
  await rows.getByRole('link', { name: patient }).click();
  await screen(phone, t('timeline.events.theirs', { name: patient.split(' ')[0] ?? '' }));
}

/** Checks that an event is on the patient's timeline. */
export async function readEvent(phone: Device, patient: string, event: string): Promise<void> {
  await openEvents(phone, patient);
  await expect(phone.page.getByRole('main').getByRole('link', { name: event })).toBeVisible();
}

/** Checks that the patient's event is visible, and the patient's request is not. */
export async function readWhatIsShared(
  phone: Device,
  patient: string,
  { event, question }: { event: string; question: string },
): Promise<void> {
  const { page, t } = phone;
  await readEvent(phone, patient, event);
  await page.goto(page.url().replace('/events', '/requests'));
  await expect(page.getByText(t('requests.list.empty'))).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
}

/** Opens one of the patient's events, and leaves it open. */
export async function openEvent(phone: Device, patient: string, event: string): Promise<void> {
  await openEvents(phone, patient);
  await phone.page.getByRole('main').getByRole('link', { name: event }).click();
  await screen(phone, event);
}

/**
 * Checks that a message about who no longer shares the open event replaces it, without a reload and also at its address
 * later, and that the message's link leads home.
 */
export async function readWithdrawn(phone: Device, patient: string, { line }: { line: string }): Promise<void> {
  const { page, t, problems } = phone;
  problems.allow(callFailed('events/event'));
  const ended = page.getByRole('heading', { name: t('shared.notShared.ended', { name: patient }), exact: true });
  await expect(ended).toBeVisible();
  await expect(page.getByText(line)).toHaveCount(0);
  await page.reload();
  await expect(ended).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await follow(phone, t('shared.notShared.home'));
  await expect(page).toHaveURL(/\/app$/);
}

/** Checks that no event of the patient is visible any more. */
export async function readNothing(phone: Device, patient: string, event: string): Promise<void> {
  const { page, t } = phone;
  await openEvents(phone, patient);
  const [firstName = ''] = patient.split(' ');
  await expect(page.getByText(t('shared.notShared.never', { name: firstName }), { exact: true })).toBeVisible();
  await expect(page.getByText(event)).toHaveCount(0);
}
