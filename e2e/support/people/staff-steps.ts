import { ACCOUNTS, type Api, PASSWORD } from '../hospital/api.ts';
import { button, field, fillAll, heading, including, link, type Phone, text } from '../phone/phone.ts';
import { enterPassword } from './patient-steps.ts';
import type { Person } from './person.ts';
import { codeAfter } from './staff.ts';

export async function signInAtDesk(desk: Phone, api: Api): Promise<void> {
  const { t } = desk;
  await desk.open('/onboarding/login');
  const code = await codeAfter(api, async () => {
    await enterPassword(desk, { ...ACCOUNTS.staff, password: PASSWORD });
    await desk.sees(heading(t('account.secondFactor.title')));
  });
  await desk.fill(field(t('account.secondFactor.label')), code);
  await desk.tap(button(t('account.secondFactor.submit')));
  await desk.sees(heading(t('desk.overview.title')));
}

export async function addPatient(desk: Phone, { firstName, lastName, phone }: Person): Promise<void> {
  const { t } = desk;
  await desk.open('/desk/patients');
  await desk.tap(button(t('desk.patients.new')));
  await fillAll(desk, {
    [t('desk.patients.firstName')]: firstName,
    [t('desk.patients.lastName')]: lastName,
    [t('desk.patients.phone')]: `+1 ${phone}`,
  });
  await desk.tap(button(t('desk.patients.make')));
  await desk.sees(heading(`${firstName} ${lastName}`));
}

/** Opens a patient from the list. @param name first and last name */
export async function openPatient(desk: Phone, name: string): Promise<void> {
  await desk.open('/desk/patients');
  await desk.tap(link(name.split(' ').reverse().join(', ')));
  await desk.sees(heading(name));
}

export async function reply(desk: Phone, patient: string, words: string): Promise<void> {
  const { t } = desk;
  await desk.open('/desk/requests');
  await desk.tap(button(patient));
  await desk.fill(field(t('desk.requests.reply')), words);
  await desk.tap(button(t('desk.requests.sendReply')));
  await desk.sees(text(including(t('desk.requests.nowReplied', { name: '' }).trim())));
  await desk.tap(button(t('desk.requests.markDone')));
}

/** A patient's next step, and why it is late. */
export interface NextStep {
  next: string;
  sentence: string;
  place: string;
  minutes: number;
  reason: string;
}

export async function announce(desk: Phone, { next, sentence, place, minutes, reason }: NextStep): Promise<void> {
  const { t } = desk;
  await fillAll(desk, {
    [t('desk.next.title')]: next,
    [t('desk.next.content')]: sentence,
    [t('desk.next.place')]: place,
    [t('desk.next.minutes')]: String(minutes),
    [t('desk.next.reason')]: reason,
  });
  await desk.tap(button(t('desk.next.say')));
  await desk.sees(text(including(t('desk.next.said', { patient: '' }).trim())));
}
