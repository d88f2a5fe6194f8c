import { ACCOUNTS } from 'e2e/kit/accounts';
import { Api } from 'e2e/support/hospital/api';
import type { Person } from 'e2e/support/people/person';
import { newSupporter } from 'e2e/support/people/supporter';
import { askAsSecondPatient } from '../commands/running/demo-request.ts';

/** Rows of the list of accounts that the command prints: account, wristband code, description. */
export const ACCOUNT_ROWS = [
  [ACCOUNTS.patient, ACCOUNTS.patient.wristband, 'a patient, who may open test versions'],
  [ACCOUNTS.supporter, '', 'supports that patient'],
  [ACCOUNTS.staff, '', "the hospital's desk; its second code is in the messages"],
] as const;

const SUPPORTER: Person = {
  ...ACCOUNTS.supporter,
  firstName: 'Noor',
  lastName: 'Avery',
  organization: 'Northside General Hospital',
  phone: '4165550108',
};

/** Adds to the demo what happens in use: a supporter of the patient, and a request that waits at the desk. */
export async function playDemo(apiUrl: string): Promise<void> {
  const api = new Api(apiUrl);
  const patient = await api.signIn('patient');
  await newSupporter({ api }, patient, SUPPORTER);
  await api.call('DELETE', 'v1/sessions', { token: patient });
  await askAsSecondPatient(apiUrl);
}
