import { setTimeout as pause } from 'node:timers/promises';
import { ACCOUNTS, type Api } from '../hospital/api.ts';

const newestMail = async (api: Api) => (await api.mails(ACCOUNTS.staff.email))[0] ?? '';

const POLL_INTERVAL_MS = 50;
const MAX_POLLS = 200;

/** Runs `send`, which emails staff a code, and returns the code. Throws when none arrives. */
export async function codeAfter(api: Api, send: () => Promise<unknown>): Promise<string> {
  const before = await newestMail(api);
  await send();
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const mail = await newestMail(api);
    if (mail !== before) return mail.match(/\b\d{6}\b/)?.[0] ?? '';
    await pause(POLL_INTERVAL_MS);
  }
  throw new Error('No code was sent to staff');
}

/** Signs in the demo's staff with password and code. Returns the token of a full session. */
export async function signInStaff(api: Api): Promise<string> {
  let token = '';
  const code = await codeAfter(api, async () => {
    token = await api.signIn('staff');
  });
  await api.call('POST', 'v1/sessions/second-factor', { token, body: { code } });
  return token;
}

const sessions = new WeakMap<Api, Promise<string>>();

/**
 * Returns a full staff session, signed in with password and code. Shared by all tests of a stack, since codes are
 * limited.
 */
export function staffSession(api: Api): Promise<string> {
  const session = sessions.get(api) ?? signInStaff(api);
  sessions.set(api, session);
  return session;
}
