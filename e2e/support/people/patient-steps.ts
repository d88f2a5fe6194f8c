import { ACCOUNTS, type Api, type Credentials } from '../hospital/api.ts';
import { button, field, fillAll, heading, including, link, type Phone, text } from '../phone/phone.ts';
import { numberOf, type Person } from './person.ts';

export async function enterPassword(phone: Phone, { email, password }: Credentials): Promise<void> {
  const { t } = phone;
  await fillAll(phone, { [t('onboarding.login.email')]: email, [t('onboarding.login.password')]: password });
  await phone.tap(button(t('onboarding.login.submit')));
}

export async function logIn(phone: Phone, who: Credentials): Promise<void> {
  await phone.open('/onboarding/login');
  await enterPassword(phone, who);
}

/** Goes from "You're all set" past the tutorial offer into the app. */
export async function goIntoTheApp(phone: Phone, name: string = ACCOUNTS.patient.firstName): Promise<void> {
  const { t } = phone;
  await phone.sees(heading(t('onboarding.complete.title', { name })));
  await phone.tap(link(t('onboarding.continue')));
  await phone.sees(heading(t('onboarding.offer.title')));
  await phone.tap(button(t('onboarding.offer.skip')));
}

export async function enterPin(phone: Phone, api: Api, number: string): Promise<void> {
  const { t } = phone;
  const [sent = ''] = t('onboarding.pin.sent', { phone: '|', digits: 4 }).split('|');
  await phone.sees(heading(t('onboarding.pin.title')), text(new RegExp(`^${sent}`)));
  await phone.fill(field(t('onboarding.pin.label', { digits: 4 })), (await api.newestPin(number)) ?? '');
  await phone.tap(button(t('onboarding.pin.submit')));
}

/** On the screen that home's "I need something" opens: asks for something in words. */
export async function askForSomethingElse(phone: Phone, words: string): Promise<void> {
  const { t } = phone;
  await phone.sees(heading(t('requests.need.title')), text(t('ask.emergency')));
  await phone.tap(button(t('requests.kind.other')));
  await phone.fill(field(t('requests.form.text')), words);
  await phone.tap(button(t('requests.form.send')));
  const sent = t('requests.need.sent', { what: t('requests.kind.other') });
  await phone.sees(text(sent), text(words), text(t('requests.status.sent')));
}

/** Sends the open form of a question to the hospital. */
export async function sendRequest(phone: Phone, kind: 'question', words: string): Promise<void> {
  const { t } = phone;
  await phone.sees(heading(t('requests.form.title')), text(t('ask.emergency')));
  await phone.fill(field(t('requests.form.text')), words);
  await phone.tap(button(t('requests.form.send')));
  await phone.sees(text(t(`requests.list.asked.${kind}`)), text(words), text(t('requests.status.sent')));
}

/** Checks that a reply arrives on the open home screen, and that reading it clears its mark. */
export async function readReply(phone: Phone, kind: 'question' | 'request', reply: string): Promise<void> {
  const { t } = phone;
  await phone.sees(link(including(t('timeline.ask.unread_one', { count: 1 }))));
  await phone.tap(link(including(t(`api.event.reply.${kind}`))));
  await phone.sees(heading(t('requests.list.mine')), text(reply), text(t('requests.status.done')));
  await phone.tap(button(t('shared.close')));
  await phone.sees(link(t('timeline.ask.all')));
}

/** Invites a person, and returns to the list of supporters. @returns the link in the text message */
export async function invite(phone: Phone, api: Api, person: Person): Promise<string> {
  const { t } = phone;
  await phone.open('/profile/1/supporters/create');
  await phone.sees(heading(t('screens.invite.title')));
  await fillAll(phone, {
    [t('screens.invite.name')]: person.firstName,
    [t('screens.invite.phone')]: numberOf(person),
  });
  await phone.tap(button(t('screens.invite.submit')));
  await phone.sees(text(t('screens.invite.sent')));
  await phone.tap(button(t('screens.invite.done')));
  await phone.sees(heading(t('screens.supporters.mine')), link(including(t('screens.supporters.PENDING'))));
  const [message = ''] = await api.texts(numberOf(person));
  return message.match(/https?:\/\/\S+/)?.[0] ?? '';
}

/** Checks that the open list of supporters and then home follow an acceptance without a reload, and says yes. */
export async function sayYes(phone: Phone, name: string): Promise<void> {
  const { t } = phone;
  await phone.sees(link(including(t('api.supporter.invited.asked'))));
  await phone.tap(button(t('shared.close')));
  await phone.tap(button(t('timeline.request.yes')));
  await phone.sees(link(including(t('api.event.invited.accepted', { name }))));
}

export async function takeBack(phone: Phone, supporter: string): Promise<void> {
  const { t } = phone;
  await phone.open('/profile/1/supporters');
  await phone.tap(link(including(supporter)));
  await phone.tap({ role: 'switch', name: t('screens.supporter.may.statusUpdates') });
  await phone.tap(button(t('screens.supporter.update')));
  await phone.sees(text(t('screens.supporter.updated')));
}

/** Removes a supporter, from the list to the message that it is done. */
export async function removeSupporter(phone: Phone, supporter: string): Promise<void> {
  const { t } = phone;
  await phone.open('/profile/1/supporters');
  await phone.tap(link(including(supporter)));
  await phone.tap(button(t('screens.supporter.removal.press')));
  await phone.tap(button(t('screens.supporter.removal.confirm', { name: supporter })));
  await phone.sees(text(t('screens.supporter.removal.done', { name: supporter })));
}

/** Checks that the open list of supporters and then home follow a decline without a reload. */
export async function readDeclined(phone: Phone, name: string): Promise<void> {
  const { t } = phone;
  await phone.seesNo(link(including(t('screens.supporters.PENDING'))));
  await phone.tap(button(t('shared.close')));
  await phone.sees(link(including(t('api.event.invited.declined', { name }))));
}
