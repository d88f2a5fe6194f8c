import type { Stack } from '../hospital/stack.ts';
import { member, newPerson, numberOf, type Person, sessionOf, type WithApi } from './person.ts';
import { staffSession } from './staff.ts';

/** Someone who registered from the invitation of patient@example.org, and only supports. */
export interface Supporter {
  person: Person;
  token: string;
  /** Number of the patient's profile in the supporter's account. */
  profileId: number;
  /** Id of the supporter in the patient's list. */
  supporterId: string;
}

/**
 * Has the patient invite a person, who registers from the link, and say yes to their account.
 * @param patient token of the patient's session
 * @param person the supporter; a new person by default
 */
export async function newSupporter(
  stack: WithApi,
  patient: string,
  person: Person = newPerson('example.org', 'zoe'),
): Promise<Supporter> {
  const { api } = stack;
  const invite = { name: person.firstName, phone: numberOf(person).replace(/^\+1(\d{3})(\d{3})/, '+1 $1 $2 ') };
  const { supporter } = (await api.call('POST', 'v1/supporters', { token: patient, body: invite })) as {
    supporter: { id: string };
  };
  const [text = ''] = await api.texts(numberOf(person));
  const invitation = text.match(/invitation\/([0-9a-f-]+)/)?.[1];
  await member(stack, { ...person, invitation } as Person);
  await sayYes(stack, patient);
  const token = await sessionOf(stack, person);
  const profiles = (await api.call('GET', 'v1/profiles', { token })) as { id: number }[];
  return { person, token, profileId: profiles.at(-1)?.id ?? 0, supporterId: supporter.id };
}

/** Says yes, as the patient, to the account that wants to follow the stay. */
export async function sayYes({ api }: WithApi, patient: string): Promise<void> {
  const events = (await api.call('GET', 'events', { token: patient })) as { id: string; wantsToFollow?: true }[];
  const id = events.find(({ wantsToFollow }) => wantsToFollow)?.id ?? '';
  await api.call('POST', `v1/events/${id}/accept`, { token: patient });
}

/** Sets what happens next for patient@example.org, as the desk does. */
export async function sayNext({ api }: Stack, patient: string, step: object): Promise<void> {
  const { id } = (await api.call('GET', 'v1/users/me', { token: patient })) as { id: string };
  await api.call('PUT', `v1/desk/patients/${id}/next`, { token: await staffSession(api), body: step });
}
