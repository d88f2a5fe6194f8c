import { expect } from '../../support/fixtures.ts';
import type { Person } from '../../support/people.ts';
import { numberOf } from '../../support/people.ts';
import { inkOf, showToCamera } from '../../support/printed.ts';
import type { Stack } from '../../support/stack.ts';
import { type Device, fill, follow, press, screen } from './device.ts';
import type { PatientUpdate } from './staff.ts';

/** Continues from "You're all set" past the tutorial offer into the app. */
export async function goIntoTheApp(phone: Device, firstName: string): Promise<void> {
  const { page, t } = phone;
  await screen(phone, t('onboarding.complete.title', { name: firstName }));
  await follow(phone, t('onboarding.continue'));
  await screen(phone, t('onboarding.offer.title'));
  await press(phone, t('onboarding.offer.skip'));
  await expect(page).toHaveURL(/\/app$/);
}

/** Scans the printed wristband, enters the texted PIN, accepts the agreements and opens the app. */
export async function comeIn(phone: Device, { api }: Stack, person: Person, pdf: Buffer): Promise<void> {
  const { page, t } = phone;
  await showToCamera(page.context(), inkOf(pdf));
  await page.goto('/onboarding/scan-code');
  await screen(phone, t('onboarding.pin.title'));
  await expect(page.getByText(t('onboarding.pin.sent', { phone: '' }).split(' ').slice(0, 4).join(' '))).toBeVisible();
  await fill(phone, { [t('onboarding.pin.label')]: (await api.newestPin(numberOf(person))) ?? '' });
  await press(phone, t('onboarding.pin.submit'));
  await screen(phone, t('account.nda.title'));
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(phone, t('account.next'));
  await screen(phone, t('onboarding.info.title'));
  await follow(phone, t('onboarding.continue'));
  await goIntoTheApp(phone, person.firstName);
}

/** Checks that home shows what the desk has sent. */
export async function readNews({ page, t }: Device, told: PatientUpdate): Promise<void> {
  await page.goto('/app');
  const event = page.getByRole('link', { name: told.event });
  await expect(event).toContainText(told.line);
  await expect(page.getByRole('heading', { name: told.next })).toBeVisible();
  await expect(page.getByText(told.place)).toBeVisible();
  await expect(page.getByText(t('timeline.home.delay_other', { count: 25, reason: told.reason }))).toBeVisible();
}

/** Asks a question from the screen of an event. */
export async function ask(phone: Device, event: string, question: string): Promise<void> {
  const { page, t } = phone;
  await page.getByRole('link', { name: event }).click();
  await screen(phone, event);
  await follow(phone, t('ask.event'));
  await screen(phone, t('requests.form.title'));
  await expect(page.getByText(t('ask.emergency'))).toBeVisible();
  await fill(phone, { [t('requests.form.text')]: question });
  await press(phone, t('requests.form.send'));
  await expect(page.getByText(t('requests.list.asked.question'))).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: question })).toContainText(t('requests.status.sent'));
}

/** Checks that the reply arrives on the open home screen, and that opening it clears its mark. */
export async function readReply(phone: Device, question: string, reply: string): Promise<void> {
  const { page, t } = phone;
  await expect(page.getByRole('link', { name: t('timeline.ask.unread_one', { count: 1 }) })).toBeVisible();
  await page.getByRole('link', { name: t('api.event.reply.question') }).click();
  await screen(phone, t('requests.list.mine'));
  const request = page.getByRole('article').filter({ hasText: question });
  await expect(request).toContainText(reply);
  await expect(request).toContainText(t('requests.status.done'));
  await expect(request).toContainText(t('requests.item.newReply'));
  await page.goto('/app');
  await expect(page.getByRole('link', { name: t('timeline.ask.all'), exact: true })).toBeVisible();
}

/** Invites a person. @returns the link in the text message */
export async function invite(phone: Device, { api }: Stack, person: Person): Promise<string> {
  const { page, t } = phone;
  await page.goto('/profile/1/supporters/create');
  await fill(phone, {
    [t('timeline.invite.name')]: person.firstName,
    [t('timeline.invite.phone')]: numberOf(person),
  });
  await press(phone, t('timeline.invite.submit'));
  await expect(page.getByText(t('timeline.invite.sent'), { exact: true })).toBeVisible();
  const [text = ''] = await api.texts(numberOf(person));
  return text.match(/https?:\/\/\S+/)?.[0] ?? '';
}

/**
 * Checks that the open app follows the acceptance without a reload: Done returns to the list, which says since when, and
 * home has the event on top, unread.
 */
export async function readAccepted(phone: Device, supporter: string): Promise<void> {
  const { page, t } = phone;
  await press(phone, t('timeline.invite.done'));
  const entry = page.getByRole('main').getByRole('link', { name: supporter });
  await expect(entry).toContainText(t('timeline.supporters.ACCEPTED'));
  await expect(entry).toContainText(t('timeline.supporters.since', { date: '' }).trim());
  await press(phone, t('shared.close'));
  const event = page.getByRole('link', { name: t('api.event.invited.accepted', { name: supporter }) });
  await expect(event).toContainText(t('timeline.status.NOT_VIEWED'));
  await expect(event).toContainText(t('timeline.when.now'));
}

/** Checks that the list of supporters shows the account as under review, or the invitation as accepted. */
export async function readSupporter(
  { page, t }: Device,
  supporter: string,
  status: 'PENDING' | 'ACCEPTED',
): Promise<void> {
  const line = { PENDING: 'api.supporter.invited.review', ACCEPTED: 'api.supporter.invited.accepted' } as const;
  await page.goto('/profile/1/supporters');
  const entry = page.getByRole('main').getByRole('link', { name: supporter });
  await expect(entry).toContainText(t(`timeline.supporters.${status}`));
  await expect(entry).toContainText(t(line[status]));
}

/** Removes a permission from a supporter. */
export async function takeAway(phone: Device, supporter: string, permission: 'statusUpdates'): Promise<void> {
  const { page, t } = phone;
  await page.goto('/profile/1/supporters');
  await page.getByRole('main').getByRole('link', { name: supporter }).click();
  await page.getByRole('switch', { name: t(`timeline.supporter.may.${permission}`), exact: true }).click();
  await press(phone, t('timeline.supporter.update'));
  await expect(page.getByText(t('timeline.supporter.updated'))).toBeVisible();
}

/** Checks that the access log lists each of these people with the action. */
export async function readWhoLooked({ page }: Device, acts: (readonly [who: string, what: string])[]): Promise<void> {
  await page.goto('/app/access-log');
  for (const [who, what] of acts) {
    await expect(
      page.getByRole('main').getByRole('listitem').filter({ hasText: who }).filter({ hasText: what }).first(),
    ).toBeVisible();
  }
}
