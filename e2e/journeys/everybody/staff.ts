import { readFile } from 'node:fs/promises';
import { ACCOUNTS, PASSWORD } from '../../support/api.ts';
import { violations } from '../../support/axe.ts';
import { expect } from '../../support/fixtures.ts';
import type { Person } from '../../support/people.ts';
import type { Stack } from '../../support/stack.ts';
import { codeAfter } from '../../support/staff.ts';
import { type Device, fill, press, screen } from './device.ts';

/** Signs in with the password and the emailed code. */
export async function signIn(desk: Device, { api }: Stack): Promise<void> {
  const { page, t } = desk;
  await page.goto('/onboarding/login');
  await fill(desk, { [t('onboarding.login.email')]: ACCOUNTS.staff.email, [t('onboarding.login.password')]: PASSWORD });
  const code = await codeAfter(api, () => press(desk, t('onboarding.login.submit')));
  await screen(desk, t('account.secondFactor.title'));
  await fill(desk, { [t('account.secondFactor.label')]: code });
  await press(desk, t('account.secondFactor.submit'));
  await screen(desk, t('desk.overview.title'));
  await expect(page).toHaveURL(/\/desk$/);
}

/** Opens one of the desk's screens by its link. */
async function open(desk: Device, place: 'accounts' | 'patients' | 'requests'): Promise<void> {
  const { page, t } = desk;
  const links = page.getByRole('navigation', { name: t('desk.nav.label'), exact: true });
  await links.getByRole('link', { name: t(`desk.nav.${place}`), exact: true }).click();
  await screen(desk, t(`desk.nav.${place}`));
}

const accountOf = ({ page }: Device, email: string) => page.getByRole('article').filter({ hasText: email });

/** Checks that an account under review names the patient who invited the person. */
export async function readWhoInvited(desk: Device, { email }: Person, patient: string): Promise<void> {
  const { page, t } = desk;
  await open(desk, 'accounts');
  const account = accountOf(desk, email);
  await expect(account.getByText(t('desk.accounts.invited', { name: patient, date: '' }).trim())).toBeVisible();
  await expect(account.getByText(t('desk.accounts.invitation.open'))).toBeVisible();
  expect(await violations(page)).toEqual([]);
}

/** Approves an account that its owner has registered. */
export async function approve(desk: Device, { email, firstName, lastName }: Person): Promise<void> {
  const { page, t } = desk;
  await open(desk, 'accounts');
  const account = accountOf(desk, email);
  await account.getByRole('button', { name: t('desk.accounts.approve'), exact: true }).click();
  await expect(page.getByText(t('desk.accounts.nowApproved', { name: `${firstName} ${lastName}` }))).toBeVisible();
}

export async function makePatient(desk: Device, { firstName, lastName, phone }: Person): Promise<void> {
  const { t } = desk;
  await open(desk, 'patients');
  await press(desk, t('desk.patients.new'));
  await fill(desk, {
    [t('desk.patients.firstName')]: firstName,
    [t('desk.patients.lastName')]: lastName,
    [t('desk.patients.phone')]: `+1 ${phone}`,
  });
  await press(desk, t('desk.patients.make'));
  await screen(desk, `${firstName} ${lastName}`);
}

/** Issues a wristband and prints it. @returns its code, and the PDF that the browser received */
export async function printWristband(desk: Device): Promise<{ code: string; pdf: Buffer }> {
  const { page, t } = desk;
  await press(desk, t('desk.wristband.issue'));
  const band = page.getByRole('region', { name: t('desk.wristband.title'), exact: true });
  const shown = band.getByText(/^ER\d{8}$/);
  await expect(shown).toBeVisible();
  // A headless browser has no PDF viewer: it downloads what it would otherwise show.
  const saved = page.waitForEvent('download');
  await press(desk, t('desk.wristband.print'));
  return { code: (await shown.textContent()) ?? '', pdf: await readFile(await (await saved).path()) };
}

/** What the desk sends to a patient. */
export interface PatientUpdate {
  event: string;
  line: string;
  next: string;
  sentence: string;
  place: string;
  reason: string;
}

/** Sends an event, and announces the next step with a delay. */
export async function sendUpdate(desk: Device, update: PatientUpdate): Promise<void> {
  const { page, t } = desk;
  const event = page.getByRole('region', { name: t('desk.event.title'), exact: true });
  await event.getByLabel(t('desk.event.type')).selectOption({ label: t('desk.event.types.PHYSICIAN') });
  await event.getByLabel(t('desk.event.name'), { exact: true }).fill(update.event);
  await event.getByLabel(t('desk.event.content'), { exact: true }).fill(update.line);
  await event.getByRole('button', { name: t('desk.event.send') }).click();
  const timeline = page.getByRole('region', { name: t('desk.timeline.title'), exact: true });
  await expect(timeline.getByText(update.event)).toBeVisible();
  const next = page.getByRole('region', { name: t('desk.next.heading'), exact: true });
  await next.getByLabel(t('desk.next.title'), { exact: true }).fill(update.next);
  await next.getByLabel(t('desk.next.content'), { exact: true }).fill(update.sentence);
  await next.getByLabel(t('desk.next.place'), { exact: true }).fill(update.place);
  await next.getByLabel(t('desk.next.minutes'), { exact: true }).fill('25');
  await next.getByLabel(t('desk.next.reason'), { exact: true }).fill(update.reason);
  await next.getByRole('button', { name: t('desk.next.say') }).click();
  await expect(page.getByText(t('desk.next.said'))).toBeVisible();
  expect(await violations(page)).toEqual([]);
}

/** Finds a patient's question in the list, replies to it by keyboard and marks it as done. */
export async function answer(desk: Device, patient: string, question: string, reply: string): Promise<void> {
  const { page, t } = desk;
  await open(desk, 'requests');
  const line = page.getByRole('row').filter({ hasText: question });
  const head = line.getByRole('button', { name: patient });
  const request = page.getByRole('article', { name: patient });
  await expect(head).toBeVisible();
  await head.focus();
  await page.keyboard.press('r');
  const field = request.getByLabel(t('desk.requests.reply'), { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type(reply);
  await request.getByRole('button', { name: t('desk.requests.sendReply') }).click();
  await expect(page.getByText(t('desk.requests.nowReplied', { name: patient }))).toBeVisible();
  await page.getByRole('rowheader', { name: patient }).getByRole('button').focus();
  await page.keyboard.press('d');
  await expect(page.getByText(t('desk.requests.nowDone', { name: patient }))).toBeVisible();
}
