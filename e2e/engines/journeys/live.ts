import { endSupport } from '../../support/people/ending-support.ts';
import * as patient from '../../support/people/patient-steps.ts';
import { member, newPerson, provenMember } from '../../support/people/person.ts';
import * as staff from '../../support/people/staff-steps.ts';
import * as supporter from '../../support/people/supporter-steps.ts';
import { link } from '../../support/phone/phone.ts';
import type { Locale } from '../../support/phone/words.ts';
import { beginSignedIn, speak } from './entering.ts';
import type { Journey } from './journey.ts';

const PATIENT = 'Jordan Avery';

/** What people type, in their language. */
const TYPED = {
  en: { question: 'May I have a blanket?', reply: 'A nurse brings you one.', next: 'X-ray', reason: 'An emergency' },
  fr: { question: 'Puis-je avoir une couverture?', reply: 'On vous l’apporte.', next: 'Radio', reason: 'Une urgence' },
} as const;

/** What one person does reaches the phones of the others, without a reload. */
const liveIn = (locale: Locale): Journey => ({
  name: `three people, ${locale === 'fr' ? 'French' : 'English'}`,
  // The withdrawn event answers with 404.
  allowed: /404/,
  async walk(visit) {
    const { phone, stack, newPhone } = visit;
    const { question, reply, next, reason } = TYPED[locale];
    const zoe = await member(stack, newPerson('example.org', 'zoe'));
    await speak(phone, locale);
    await beginSignedIn(visit, 3);
    const desk = await newPhone();
    await speak(desk, locale);
    await staff.signInAtDesk(desk, stack.api);

    await phone.open('/app');
    await phone.tap(link(phone.t('timeline.ask.request')));
    await patient.askForSomethingElse(phone, question);
    await phone.open('/app');
    await phone.sees(link(phone.t('timeline.ask.all')));
    await staff.reply(desk, PATIENT, reply);
    await patient.readReply(phone, 'request', reply);

    const theirs = await newPhone();
    await speak(theirs, locale);
    const url = await patient.invite(phone, stack.api, zoe);
    await supporter.openInvitation(theirs, { url, from: PATIENT }, 'login');
    await patient.enterPassword(theirs, zoe);
    await patient.goIntoTheApp(theirs, zoe.firstName);
    await patient.sayYes(phone, zoe.firstName);

    await staff.openPatient(desk, PATIENT);
    await staff.announce(desk, { next, sentence: next, place: next, minutes: 25, reason });
    await supporter.readDelay(theirs, { count: 25, reason });

    await supporter.openEventsOf(theirs, PATIENT);
    await supporter.openEvent(theirs, /Admitted|Admission/);
    await patient.takeBack(phone, zoe.firstName);
    await supporter.readWithdrawn(theirs, PATIENT);
  },
});

/** A patient removes a supporter, who then declines. Both phones show it without a reload. */
const endingIn = (locale: Locale): Journey => ({
  name: `support ends, ${locale === 'fr' ? 'French' : 'English'}`,
  // The open event is no longer shared.
  allowed: /404/,
  async walk(visit) {
    const { phone, stack, newPhone } = visit;
    const person = await provenMember(stack, newPerson('example.org', 'zoe'));
    await speak(phone, locale);
    await beginSignedIn(visit, 3);
    const theirs = await newPhone();
    await speak(theirs, locale);
    await endSupport({ phone, theirs, api: stack.api, patientName: PATIENT, person });
  },
});

export const live: readonly Journey[] = [liveIn('en'), liveIn('fr'), endingIn('en'), endingIn('fr')];
