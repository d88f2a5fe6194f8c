import type { Api } from '../hospital/api.ts';
import type { Phone } from '../phone/phone.ts';
import * as patient from './patient-steps.ts';
import type { Person } from './person.ts';
import * as supporter from './supporter-steps.ts';

interface Pair {
  /** The patient's phone, signed in. */
  phone: Phone;
  /** The supporter's phone, not signed in. */
  theirs: Phone;
  api: Api;
  /** First and last name. */
  patientName: string;
  /** Has an account that has proven the number that is invited. */
  person: Person;
}

/**
 * The patient removes a supporter, who declines the next invitation. Each sees what the other does without a reload.
 */
export async function endSupport({ phone, theirs, api, patientName, person }: Pair): Promise<void> {
  const url = await patient.invite(phone, api, person);
  await supporter.openInvitation(theirs, { url, from: patientName }, 'login');
  await patient.enterPassword(theirs, person);
  await patient.goIntoTheApp(theirs, person.firstName);
  await supporter.openEventsOf(theirs, patientName);
  await supporter.openEvent(theirs, /Admitted|Admission/);
  await patient.removeSupporter(phone, person.firstName);
  await supporter.readEnded(theirs, patientName);

  await patient.invite(phone, api, person);
  await supporter.decline(theirs, patientName);
  await patient.readDeclined(phone, person.firstName);
}
