/** What a test does without pages: as a patient, as staff, and as the hospital. */
import { randomInt } from 'node:crypto';
import { Api } from '../support/hospital/api.ts';
import { member, newPerson, numberOf } from '../support/people/person.ts';
import { staffSession } from '../support/people/staff.ts';
import type { Account } from './accounts.ts';

/** A patient with an account, a wristband and a demo of their own. */
export interface Patient extends Required<Account> {
  /** Id at the desk. */
  id: string;
  firstName: string;
  /** First and last name. */
  name: string;
}

const EVENT_TYPES = {
  general: 0,
  result: 2,
  'ecg-survey': 4,
  'blood-survey': 5,
  'care-plan': 6,
  message: 7,
  hospital: 8,
  'admission-survey': 9,
  'discharge-survey': 10,
  physician: 11,
} as const;

/** An event for a patient's timeline. */
export interface NewEvent {
  name: string;
  content: string;
  /** Default: general. A survey asks for answers. */
  kind?: keyof typeof EVENT_TYPES;
  /** Default: NOT_VIEWED, and ACTIONABLE for a survey. */
  status?: 'NOT_VIEWED' | 'URGENT' | 'ACTIONABLE';
  /** Id of a result or care plan of the patient that it opens. */
  linkId?: string;
}

/** A survey that the hospital's recorder has received. */
export interface RecordedSurvey {
  /** The recorder's name for it, such as "admission". */
  survey: string;
  receiptId: string;
  /** Null where the recorder keeps none. `lodestar-shell` keeps them. */
  answers: { question: string; answer: string | number }[] | null;
}

/** One client for each origin: staff sign in once with it, because codes are limited. */
const clients = new Map<string, Api>();

/** Address of the application; `baseURL` of a test is undefined where the settings have none. */
type Origin = string | undefined;

function clientOf(origin: Origin): Api {
  if (origin === undefined) throw new Error('"use.baseURL" must be the origin of a running lodestar-shell.');
  const client = clients.get(origin) ?? new Api(origin);
  clients.set(origin, client);
  return client;
}

/** Sends a request to the desk's part of the API, as staff. */
async function atDesk<T>(origin: Origin, method: string, path: string, body?: object): Promise<T> {
  const client = clientOf(origin);
  const token = await staffSession(client);
  return (await client.call(method, `v1/desk/${path}`, { token, ...(body && { body }) })) as T;
}

/** Returns the id of a patient at the desk. */
async function deskIdOf(client: Api, patient: Account | Patient): Promise<string> {
  if ('id' in patient) return patient.id;
  const { id } = (await client.call('GET', 'v1/users/me', { token: await client.signIn(patient) })) as { id: string };
  return id;
}

/** Creates a patient with an account that can sign in, and a wristband. @param origin address of the application */
export async function makePatient(origin: Origin): Promise<Patient> {
  const client = clientOf(origin);
  const somebody = newPerson();
  // Tests run in several processes, whose people have different addresses and numbers.
  const own = randomInt(1_000_000_000);
  const phone = somebody.phone.slice(0, -2) + String(own % 100).padStart(2, '0');
  const person = await member({ api: client }, { ...somebody, email: `patient-${own}@example.org`, phone });
  const { email, password, firstName, lastName } = person;
  const id = await deskIdOf(client, { email, password });
  const { code } = await atDesk<{ code: string }>(origin, 'POST', `patients/${id}/wristband`);
  return { id, email, password, firstName, name: `${firstName} ${lastName}`, phone: numberOf(person), wristband: code };
}

/** Sends an event to a patient's timeline, as staff. Returns its id. */
export async function sendEvent(
  origin: Origin,
  patient: Account,
  { kind = 'general', ...event }: NewEvent,
): Promise<string> {
  const id = await deskIdOf(clientOf(origin), patient);
  const body = { ...event, type: EVENT_TYPES[kind] };
  return (await atDesk<{ id: string }>(origin, 'POST', `patients/${id}/events`, body)).id;
}

interface OpenRequest {
  id: string;
  createdAt: string;
  patient: { id: string };
}

/** Replies, as staff, to a patient's newest open request, and completes it. Throws if the patient has none. */
export async function replyToRequest(origin: Origin, patient: Account, text: string): Promise<void> {
  const id = await deskIdOf(clientOf(origin), patient);
  const open = await atDesk<OpenRequest[]>(origin, 'GET', 'requests?status=open&limit=200');
  const [request] = open
    .filter((one) => one.patient.id === id)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  if (request === undefined) throw new Error(`${patient.email} has no open request`);
  await atDesk(origin, 'POST', `requests/${request.id}/replies`, { text });
  await atDesk(origin, 'POST', `requests/${request.id}/done`);
}

/** Plays a patient's story up to its first `steps` steps, by default all. Playing a step again changes nothing. */
export async function moveStory(origin: Origin, patient: Account, steps = Number.POSITIVE_INFINITY): Promise<void> {
  const client = clientOf(origin);
  await client.playOn(await client.signIn(patient), steps);
}

/** Returns the surveys of a patient that the recorder has received, newest first. */
export async function recordedAnswers(origin: Origin, patient: Account): Promise<RecordedSurvey[]> {
  const client = clientOf(origin);
  const token = await client.signIn(patient);
  await client.call('POST', 'v1/own-data/confirmation', { token, body: { password: patient.password } });
  const own = (await client.call('GET', 'v1/own-data/export', { token })) as { surveys: RecordedSurvey[] };
  return own.surveys.map(({ survey, receiptId, answers }) => ({ survey, receiptId, answers }));
}
