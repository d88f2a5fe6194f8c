import { ACCOUNTS, PASSWORD } from '../../support/api.ts';
import { linkFor, newPerson, numberOf, type Person, register } from '../../support/people.ts';
import { codeAfter } from '../../support/staff.ts';
import { type Locale, type Translate, wordsOf } from '../../support/words.ts';
import { button, field, heading, link, type Phone, text } from '../phone.ts';
import { beginSignedIn } from './entering.ts';
import type { Journey, Visit } from './journey.ts';

const PATIENT = 'Jordan Avery';
const DELAY = 25;

/** What people type, in their language. */
const TYPED = {
  en: { question: 'May I have a blanket?', reply: 'A nurse brings you one.', next: 'X-ray', reason: 'An emergency' },
  fr: { question: 'Puis-je avoir une couverture?', reply: 'On vous l’apporte.', next: 'Radio', reason: 'Une urgence' },
} as const;

/** Matches an accessible name that includes a text, with any kind of space. */
const including = (words: string) => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s'));

/** Opens the product on a fresh phone, in the person's language. */
async function speak(phone: Phone, locale: Locale): Promise<void> {
  await phone.open('/onboarding/welcome');
  if (locale === 'fr') await phone.tap(button('Français'));
  await phone.sees(heading(locale === 'fr' ? 'Bienvenue à Lodestar' : 'Welcome to Lodestar'));
}

async function logIn(phone: Phone, t: Translate, email: string, password: string): Promise<void> {
  await phone.fill(field(t('onboarding.login.email')), email);
  await phone.fill(field(t('onboarding.login.password')), password);
  await phone.tap(button(t('onboarding.login.submit')));
}

async function openDesk({ stack }: Visit, desk: Phone, t: Translate): Promise<void> {
  await desk.open('/onboarding/login');
  const code = await codeAfter(stack.api, async () => {
    await logIn(desk, t, ACCOUNTS.staff.email, PASSWORD);
    await desk.sees(heading(t('account.secondFactor.title')));
  });
  await desk.fill(field(t('account.secondFactor.label')), code);
  await desk.tap(button(t('account.secondFactor.submit')));
  await desk.sees(heading(t('desk.overview.title')));
}

/** The patient asks and leaves the screen; the reply reaches the open home screen and is cleared by reading it. */
async function askAndHearBack(phone: Phone, desk: Phone, t: Translate, typed: (typeof TYPED)[Locale]): Promise<void> {
  await phone.open('/app');
  await phone.tap(link(t('timeline.ask.request')));
  await phone.fill(field(t('requests.form.text')), typed.question);
  await phone.tap(button(t('requests.form.send')));
  await phone.sees(text(t('requests.list.asked.request')));
  await phone.open('/app');
  await phone.sees(link(t('timeline.ask.all')));

  await desk.open('/desk/requests');
  await desk.tap(button(PATIENT));
  await desk.fill(field(t('desk.requests.reply')), typed.reply);
  await desk.tap(button(t('desk.requests.sendReply')));
  await desk.sees(text(t('desk.requests.nowReplied', { name: PATIENT })));
  await desk.tap(button(t('desk.requests.markDone')));

  await phone.sees(link(including(t('timeline.ask.unread_one', { count: 1 }))));
  await phone.tap(link(including(t('api.event.reply.request'))));
  await phone.sees(heading(t('requests.list.mine')), text(typed.reply));
  await phone.tap(button(t('shared.close')));
  await phone.sees(link(t('timeline.ask.all')));
}

/** The patient invites; when the supporter accepts, the patient's open home screen and list of supporters say so. */
async function inviteAndAccept(visit: Visit, theirs: Phone, t: Translate, zoe: Person): Promise<void> {
  const { phone, stack } = visit;
  await phone.open('/profile/1/supporters/create');
  await phone.fill(field(t('timeline.invite.name')), zoe.firstName);
  await phone.fill(field(t('timeline.invite.phone')), numberOf(zoe));
  await phone.tap(button(t('timeline.invite.submit')));
  await phone.sees(text(t('timeline.invite.sent')));
  await phone.open('/app');
  const [message = ''] = await stack.api.texts(numberOf(zoe));
  await theirs.open(message.match(/https?:\/\/\S+/)?.[0] ?? '');
  await theirs.sees(heading(t('account.invitation.title', { name: PATIENT })));
  await theirs.tap(link(t('account.invitation.login')));
  await logIn(theirs, t, zoe.email, zoe.password);
  await theirs.sees(heading(t('onboarding.complete.title', { name: zoe.firstName })));
  await theirs.tap(link(t('onboarding.continue')));
  await theirs.sees(heading(t('onboarding.offer.title')));
  await theirs.tap(button(t('onboarding.offer.skip')));
  await phone.sees(link(including(t('api.event.invited.accepted', { name: zoe.firstName }))));
  await phone.open('/profile/1/supporters');
  await phone.sees(link(including(t('timeline.supporters.since', { date: '' }).trim())));
}

/** Staff announce a delay; the supporter's open home screen shows it with its reason. */
async function announceDelay(desk: Phone, theirs: Phone, t: Translate, typed: (typeof TYPED)[Locale]): Promise<void> {
  await desk.open('/desk/patients');
  await desk.tap(link(PATIENT.split(' ').reverse().join(', ')));
  await desk.sees(heading(PATIENT));
  await desk.fill(field(t('desk.next.title')), typed.next);
  await desk.fill(field(t('desk.next.content')), typed.next);
  await desk.fill(field(t('desk.next.minutes')), String(DELAY));
  await desk.fill(field(t('desk.next.reason')), typed.reason);
  await desk.tap(button(t('desk.next.say')));
  await desk.sees(text(t('desk.next.said')));
  await theirs.sees(text(t('timeline.home.delay_other', { count: DELAY, reason: typed.reason })));
}

/** The patient takes back a permission while the supporter has an event open, whose screen then says so. */
async function withdraw(phone: Phone, theirs: Phone, t: Translate, zoe: Person): Promise<void> {
  const [firstName = ''] = PATIENT.split(' ');
  await theirs.tap(link(including(PATIENT)));
  await theirs.sees(heading(including(t('timeline.events.theirs', { name: firstName }))));
  await theirs.tap(link(/Admitted|Admission/));
  await theirs.sees(heading(/Admitted|Admission/));
  await phone.tap(link(including(zoe.firstName)));
  await phone.tap({ role: 'switch', name: t('timeline.supporter.may.statusUpdates') });
  await phone.tap(button(t('timeline.supporter.update')));
  await phone.sees(text(t('timeline.supporter.updated')));
  await theirs.sees(text(t('shared.notShared.ended', { name: firstName })));
}

/** What one person does reaches the phones of the others, without a reload. */
const liveIn = (locale: Locale): Journey => ({
  name: `three people, ${locale === 'fr' ? 'French' : 'English'}`,
  // The withdrawn event answers with 404.
  allowed: /404/,
  async walk(visit) {
    const { phone, stack, newPhone } = visit;
    const words = wordsOf(locale);
    // Queries by text see non-breaking spaces as spaces.
    const t: Translate = (key, values) => words(key, values).replaceAll(/\s/g, ' ');
    const zoe = { ...newPerson(), firstName: 'Zoë', lastName: 'Bélanger' };
    await register(stack, zoe);
    const { token: uuid } = await linkFor(stack, zoe.email, 'validate-email');
    await stack.api.call('POST', 'v1/users/validate-email', { body: { uuid } });

    await speak(phone, locale);
    await beginSignedIn(visit, 3);
    const desk = await newPhone();
    await speak(desk, locale);
    await openDesk(visit, desk, t);
    await askAndHearBack(phone, desk, t, TYPED[locale]);
    const theirs = await newPhone();
    await speak(theirs, locale);
    await inviteAndAccept(visit, theirs, t, zoe);
    await announceDelay(desk, theirs, t, TYPED[locale]);
    await withdraw(phone, theirs, t, zoe);
  },
});

export const live: readonly Journey[] = [liveIn('en'), liveIn('fr')];
