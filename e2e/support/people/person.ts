import type { BrowserContext } from 'playwright/test';
import type { Api } from '../hospital/api.ts';
import { keepSession } from '../phone/session.ts';

/** A person without an account yet; every test gets a different one, so tests do not interfere. */
export interface Person {
  firstName: string;
  lastName: string;
  organization: string;
  email: string;
  password: string;
  /** National number, ten digits, from the range reserved for fiction. */
  phone: string;
}

export interface WithApi {
  readonly api: Api;
}

/** The parts of a `Stack` that these helpers use. The packed kit has no stack, so its type isn't imported. */
interface WithRecords extends WithApi {
  readonly records: { giveWristband(email: string, code: string): unknown };
}

/** Names of people, with letters that only some keyboards have. */
const NAMES = {
  ada: { firstName: 'Ada', lastName: 'Lovell' },
  lea: { firstName: 'Léa', lastName: 'Côté' },
  zoe: { firstName: 'Zoë', lastName: 'Bélanger' },
};

/** Canadian area codes; each has a hundred fictional numbers (555 0100 to 555 0199). */
const AREAS = ['613', '647', '705', '807', '902'];
const NUMBERS = 100;

let count = 0;

export function newPerson(domain = 'example.org', name: keyof typeof NAMES = 'ada'): Person {
  const number = count++;
  const area = AREAS[Math.floor(number / NUMBERS) % AREAS.length];
  return {
    ...NAMES[name],
    organization: 'Northside General Hospital',
    email: `${name}${number}@${domain}`,
    password: 'Good-river-pass1',
    phone: `${area}55501${String(number % NUMBERS).padStart(2, '0')}`,
  };
}

/** Returns the number as the server stores it: dial code plus digits. */
export const numberOf = ({ phone }: Person) => `+1${phone}`;

/** Creates an account with the request of the last sign-up step; its email is not validated yet. */
export async function register({ api }: WithApi, person: Person): Promise<void> {
  const { phone: _national, password, ...details } = person;
  await api.call('POST', 'v1/users/register', {
    body: { ...details, phoneNumber: numberOf(person), password, confirmPassword: password },
  });
}

/** Returns the link in the newest email of a kind to an address. Throws when no such email was sent. */
export async function linkFor({ api }: WithApi, email: string, kind: 'validate-email' | 'reset-password') {
  const link = new RegExp(`https?://\\S+/onboarding/${kind}/(\\S+)`);
  const found = (await api.mails(email)).map((body) => link.exec(body)).find((match) => match !== null);
  if (!found) throw new Error(`No ${kind} link was sent to ${email}`);
  const [url = '', token = ''] = found;
  return { url, token };
}

/** Returns a person with an account and a validated email. */
export async function member(stack: WithApi, person: Person = newPerson()): Promise<Person> {
  await register(stack, person);
  const { token: uuid } = await linkFor(stack, person.email, 'validate-email');
  await stack.api.call('POST', 'v1/users/validate-email', { body: { uuid } });
  return person;
}

/** Signs in a person with an account. Returns the token of a full session. */
export function sessionOf({ api }: WithApi, { email, password }: Person): Promise<string> {
  return api.signIn({ email, password });
}

/** Returns a person with an account whose mobile number is proven by the code that was texted to it. */
export async function provenMember(stack: WithApi, person: Person): Promise<Person> {
  const { api } = stack;
  const token = await sessionOf(stack, await member(stack, person));
  await api.call('POST', 'v1/users/me/phone/code', { token });
  const [text = ''] = await api.texts(numberOf(person));
  await api.call('POST', 'v1/users/me/phone/confirm', { token, body: { code: /\b\d{6}\b/.exec(text)?.[0] } });
  return person;
}

/** Assigns a wristband to a person with an account. @returns its code */
export function wristbandFor({ records }: Pick<WithRecords, 'records'>, { email, phone }: Person): string {
  const code = `ER2${phone}`;
  records.giveWristband(email, code);
  return code;
}

/** Returns a person whose wristband was scanned on this phone before its first page; the PIN has not been entered. */
export async function scannedHere(
  context: BrowserContext,
  stack: WithRecords,
): Promise<{ person: Person; token: string }> {
  const person = await member(stack);
  const token = await stack.api.scan(wristbandFor(stack, person));
  await keepSession(context, { token });
  return { person, token };
}

/**
 * Signs in the demo's patient. Returns the token of a full session.
 * @param steps plays the story that far; without it, the story keeps running
 */
export async function signInPatient(api: Api, steps?: number): Promise<string> {
  const token = await api.signIn('patient');
  if (steps !== undefined) await api.playStory(token, steps);
  return token;
}
