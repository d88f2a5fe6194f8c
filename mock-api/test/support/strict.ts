/** What the tests of STRICT_IDENTITY share: an API with the setting off, one with it on, and browsers with cookies. */
import { after, before, beforeEach } from 'node:test';
import type { EmailValidated, Registered, SessionAnswer } from '../../src/contract.ts';
import { startApi, type TestApi } from './api.ts';

export const EMAIL = 'patient@example.org';
export const OLD_NUMBER = '+1 416 555 0101';
export const NEW_NUMBER = '+1 416-555-0199';
export const FORM = {
  firstName: 'Kim',
  lastName: 'Nguyen',
  organization: 'Northside',
  phoneNumber: '+14165550177',
  password: 'Planted-pass1',
  confirmPassword: 'Planted-pass1',
};

/** Assigned before the first test. */
export let off: TestApi;
export let on: TestApi;
before(async () => {
  [off, on] = await Promise.all([startApi(), startApi({ STRICT_IDENTITY: 'on' })]);
});
after(() => Promise.all([off.close(), on.close()]));

const PATIENT = { phone_number: OLD_NUMBER, phone_digits: '14165550101' };
beforeEach(async () => {
  for (const { database } of [off, on]) {
    await database.db.deleteFrom('throttles').execute();
    await database.db.deleteFrom('phone_changes').execute();
    await database.db.updateTable('users').set(PATIENT).where('email', '=', EMAIL).execute();
  }
});

let people = 0;
/** Returns a number that no other call returns. */
export function nextNumber(): number {
  people += 1;
  return people;
}
export const newEmail = () => `strict${nextNumber()}@example.org`;

/** A browser that stores the cookie it is sent. */
export class Browser {
  readonly #api: TestApi;
  #cookie = '';

  constructor(api: TestApi) {
    this.#api = api;
  }

  async post<Body>(path: string, body: unknown, more: { token?: string; address?: string } = {}) {
    const headers: Record<string, string> = this.#cookie ? { cookie: this.#cookie } : {};
    const response = await this.#api.ask<Body>('POST', `/api/v1/${path}`, { body, headers, ...more });
    const [set] = [response.headers['set-cookie'] ?? []].flat();
    if (set) this.#cookie = String(set).split(';', 1)[0] ?? '';
    return response;
  }

  register(form: object) {
    return this.post<Registered>('users/register', { ...FORM, ...form });
  }

  validate(body: object) {
    return this.post<EmailValidated>('users/validate-email', body);
  }

  signIn(username: string, password: string, address?: string) {
    return this.post<SessionAnswer>('sessions', { username, password }, address === undefined ? {} : { address });
  }
}

export const post = (api: TestApi, path: string, body: unknown, token?: string) =>
  api.ask('POST', `/api/v1/${path}`, { body, token });

export async function phoneOf(api: TestApi, email = EMAIL): Promise<string> {
  const query = api.database.db.selectFrom('users').select('phone_number').where('email', '=', email);
  return (await query.executeTakeFirstOrThrow()).phone_number;
}

export const isSignedIn = async (api: TestApi, token: string) =>
  (await api.ask('GET', '/api/v1/users/me', { token })).status === 200;
