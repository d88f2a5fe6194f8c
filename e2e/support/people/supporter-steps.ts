import { button, heading, including, link, type Phone, text } from '../phone/phone.ts';

const firstNameOf = (patient: string) => patient.split(' ')[0] ?? '';

/** Opens the link of an invitation, and goes on with an account or without one. */
export async function openInvitation(
  phone: Phone,
  { url, from }: { url: string; from: string },
  next: 'create' | 'login',
): Promise<void> {
  const { t } = phone;
  await phone.open(url);
  await phone.sees(heading(t('account.invitation.title', { name: from })));
  await phone.tap(link(t(`account.invitation.${next}`)));
}

export async function openEventsOf(phone: Phone, patient: string): Promise<void> {
  await phone.tap(link(including(patient)));
  await phone.sees(heading(including(phone.t('timeline.events.theirs', { name: firstNameOf(patient) }))));
}

export async function openEvent(phone: Phone, event: string | RegExp): Promise<void> {
  await phone.tap(link(typeof event === 'string' ? including(event) : event));
  await phone.sees(heading(event));
}

/** Checks that the open event says that the patient no longer shares it, without a reload. */
export const readWithdrawn = (phone: Phone, patient: string) =>
  phone.sees(text(phone.t('shared.notShared.ended', { name: firstNameOf(patient) })));

export const readDelay = (phone: Phone, delay: { count: number; reason: string }) =>
  phone.sees(text(phone.t('timeline.home.delay_other', delay)));

/** Checks that the open screen says that support has ended, without a reload, and that home says why. */
export async function readEnded(phone: Phone, patient: string): Promise<void> {
  const { t } = phone;
  await phone.sees(text(t('shared.notShared.over', { name: firstNameOf(patient) })));
  await phone.tap(link(t('shared.notShared.home')));
  await phone.sees(link(including(t('api.event.supportEnded.removed', { name: patient }))));
}

/** Declines the request that appears on the open home screen. */
export async function decline(phone: Phone, patient: string): Promise<void> {
  const { t } = phone;
  await phone.sees(text(including(t('api.event.request.name', { name: patient }))), text(t('timeline.status.PENDING')));
  await phone.tap(button(t('timeline.request.decline')));
  await phone.seesNo(button(t('timeline.request.decline')));
}
