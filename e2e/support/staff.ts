import { expect } from 'playwright/test';
import { ACCOUNTS, type Api } from './api.ts';

const newestMail = async (api: Api) => (await api.mails(ACCOUNTS.staff.email))[0] ?? '';

/** Does what sends staff a code by e-mail, and returns the code. */
export async function codeAfter(api: Api, send: () => Promise<unknown>): Promise<string> {
  const before = await newestMail(api);
  await send();
  await expect.poll(() => newestMail(api)).not.toBe(before);
  return (await newestMail(api)).match(/\b\d{6}\b/)?.[0] ?? '';
}

async function openSession(api: Api): Promise<string> {
  let token = '';
  const code = await codeAfter(api, async () => {
    token = await api.signIn('staff');
  });
  await api.call('POST', 'v1/sessions/second-factor', { token, body: { code } });
  return token;
}

const sessions = new WeakMap<Api, Promise<string>>();

/** A full session of staff, by password and code: one for all tests of a stack, since codes are limited. */
export function staffSession(api: Api): Promise<string> {
  const session = sessions.get(api) ?? openSession(api);
  sessions.set(api, session);
  return session;
}
