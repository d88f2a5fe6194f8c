import type { BrowserContext } from 'playwright/test';
import { keepSession } from './session.ts';
import type { Stack } from './stack.ts';

/** A person who wants to get in; no two tests have the same, so that they do not meet. */
export interface Person {
  firstName: string;
  lastName: string;
  organization: string;
  email: string;
  password: string;
  /** National number, ten digits, of those that are kept free for fiction. */
  phone: string;
}

/** Area codes in Canada: each has a hundred numbers for fiction (555 0100 to 555 0199). */
const AREAS = ['613', '647', '705', '807', '902'];
const NUMBERS = 100;

let count = 0;

/** Returns a person without an account. */
export function newPerson(domain = 'example.org'): Person {
  const number = count++;
  const area = AREAS[Math.floor(number / NUMBERS) % AREAS.length];
  return {
    firstName: 'Ada',
    lastName: 'Lovell',
    organization: 'Northside General Hospital',
    email: `ada.lovell${number}@${domain}`,
    password: 'Good-pass1',
    phone: `${area}55501${String(number % NUMBERS).padStart(2, '0')}`,
  };
}

/** The number as the server has it: dial code plus digits. */
export const numberOf = ({ phone }: Person) => `+1${phone}`;

/** Creates the account by the call that the last step makes; its e-mail is not validated yet. */
export async function register({ api }: Stack, person: Person): Promise<void> {
  const { phone: _national, password, ...details } = person;
  await api.call('POST', 'v1/users/register', {
    body: { ...details, phoneNumber: numberOf(person), password, confirmPassword: password },
  });
}

/** What the newest e-mail of a kind to an address links to. Throws when none came. */
export async function linkFor({ api }: Stack, email: string, kind: 'validate-email' | 'reset-password') {
  const link = new RegExp(`https?://\\S+/onboarding/${kind}/(\\S+)`);
  const found = (await api.mails(email)).map((body) => link.exec(body)).find((match) => match !== null);
  if (!found) throw new Error(`No ${kind} link was sent to ${email}`);
  const [url = '', token = ''] = found;
  return { url, token };
}

/** Returns a person with an account whose e-mail is validated. */
export async function member(stack: Stack): Promise<Person> {
  const person = newPerson();
  await register(stack, person);
  const { token } = await linkFor(stack, person.email, 'validate-email');
  await stack.api.call('POST', 'v1/users/validate-email', { body: { uuid: token } });
  return person;
}

/** Opens a full session of a person with an account. */
export async function sessionOf({ api }: Stack, { email, password }: Person): Promise<string> {
  const answer = await api.call('POST', 'v1/sessions', { body: { username: email, password } });
  return (answer as { token: string }).token;
}

/** Assigns a wristband to a person with an account. @returns its code */
export function wristbandFor({ records }: Stack, { email, phone }: Person): string {
  const code = `ER2${phone}`;
  records.giveWristband(email, code);
  return code;
}

/** Returns a person whose wristband was scanned and whose PIN is still to come. */
export async function scanned(stack: Stack): Promise<{ person: Person; token: string }> {
  const person = await member(stack);
  return { person, token: await stack.api.scan(wristbandFor(stack, person)) };
}

/** Returns a person whose wristband was scanned with this phone before its first page; the PIN is still to come. */
export async function scannedHere(context: BrowserContext, stack: Stack): Promise<{ person: Person; token: string }> {
  const who = await scanned(stack);
  await keepSession(context, { token: who.token });
  return who;
}
