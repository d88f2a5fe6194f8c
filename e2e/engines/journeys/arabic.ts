import * as patient from '../../support/people/patient-steps.ts';
import { member, newPerson, signInPatient } from '../../support/people/person.ts';
import * as staff from '../../support/people/staff-steps.ts';
import * as supporter from '../../support/people/supporter-steps.ts';
import { heading, including, link, text } from '../../support/phone/phone.ts';
import { speak } from './entering.ts';
import { enterByHand } from './getting-in.ts';
import type { Journey, Visit } from './journey.ts';
import { answerOffline, OFFLINE } from './stay.ts';

const PATIENT = 'Jordan Avery';

async function walk(visit: Visit): Promise<void> {
  const { phone, newPhone, stack } = visit;
  const { t } = phone;
  await signInPatient(stack.api, 4);
  await speak(phone, 'ar');
  await enterByHand(phone, stack.api);
  await phone.sees(link(including(t('demo.admitted.name'))), link(including(t('demo.survey.admission'))));
  const page = await phone.run(() => `${document.documentElement.lang} ${document.documentElement.dir}`);
  if (page !== 'ar rtl') throw new Error(`The page is ${page}`);

  const zoe = await member(stack, newPerson('example.org', 'zoe'));
  const theirs = await newPhone();
  await speak(theirs, 'es');
  const url = await patient.invite(phone, stack.api, zoe);
  await supporter.openInvitation(theirs, { url, from: PATIENT }, 'login');
  await patient.enterPassword(theirs, zoe);
  await patient.goIntoTheApp(theirs, zoe.firstName);
  await patient.sayYes(phone, zoe.firstName);
  await theirs.tap(link(including(theirs.t('shell.profiles.youSupport', { name: 'Jordan' }))));
  await theirs.sees(heading(theirs.t('timeline.events.theirs', { name: 'Jordan' })));
  await supporter.openEvent(theirs, theirs.t('demo.admitted.name'));

  const desk = await newPhone();
  await speak(desk, 'en');
  await staff.signInAtDesk(desk, stack.api);
  await staff.openPatient(desk, PATIENT);
  await desk.sees(text(desk.t('demo.admitted.name')));

  await answerOffline(visit);
  await phone.open('/profile/1/events');
  await phone.sees(heading(t('timeline.events.mine')), link(including(t('demo.admitted.name'))));
}

/** From the wristband to the delivered survey; a supporter reads the same events in Spanish, a nurse in English. */
export const arabic: Journey = { name: 'a stay in Arabic', allowed: OFFLINE, walk };
