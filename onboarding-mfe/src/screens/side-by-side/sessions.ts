import type { CareRequest, SessionAnswer } from 'mock-api/contract';
import { runtimeConfig } from 'shared-ui';
import { DEMO_PATIENT, DEMO_STAFF } from '../../session/demo-accounts.ts';

export type Pane = 'phone' | 'desk';

/** Name of a pane's frame. Names in its storage begin with it (`gateway/pages/pane/pane.ts`). */
export const frameOf = (pane: Pane) => `pane-${pane}`;

/** Name of the channel on which a pane announces what arrives on its stream. */
export const streamOf = (pane: Pane) => `${frameOf(pane)}:lodestar-stream`;

interface Sent {
  /** Of a pane's session. This page's own session is another one. */
  token?: string;
  body?: object;
}

/** @throws Error for any status other than 2xx, and without a network */
async function ask<Answer>(method: 'GET' | 'POST', path: string, { token, body }: Sent = {}): Promise<Answer> {
  const request = new Request(`${runtimeConfig().api}/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await fetch(request);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

const signIn = ({ email, password }: typeof DEMO_STAFF) =>
  ask<SessionAnswer>('POST', 'v1/sessions', { body: { username: email, password } });

/** Returns the newest code that the demo has emailed to staff. */
async function newestCode(): Promise<string> {
  const { messages } = await ask<{ messages: { to: string; body: string }[] }>('GET', 'dev/outbox');
  const codes = messages.flatMap(({ to, body }) => (to === DEMO_STAFF.email ? (/\b\d{6}\b/.exec(body) ?? []) : []));
  return codes[0] ?? '';
}

async function signInStaff(): Promise<string> {
  const { token, secondFactor } = await signIn(DEMO_STAFF);
  // Someone has added a passkey, which a code replaces.
  if (secondFactor === 'passkey') await ask('POST', 'v1/sessions/second-factor/resend', { token });
  await ask('POST', 'v1/sessions/second-factor', { token, body: { code: await newestCode() } });
  return token;
}

/** Stores a session for a pane, which then opens as if that person had signed in there. */
function keepInPane(pane: Pane, token: string): void {
  const settings = JSON.parse(localStorage.getItem('settings') ?? '{}') as object;
  const keep = (key: string, value: string) => sessionStorage.setItem(`${frameOf(pane)}:localStorage:${key}`, value);
  keep('access-token', token);
  keep('settings', JSON.stringify({ ...settings, isUserValidated: true, viewTutorial: false }));
}

/**
 * Opens a session of the demo's patient for the phone, and one of its staff for the desk.
 * @returns the patient's token
 * @throws Error if either can't be opened
 */
export async function openPanes(): Promise<string> {
  const [{ token }, staff] = await Promise.all([signIn(DEMO_PATIENT), signInStaff()]);
  keepInPane('phone', token);
  keepInPane('desk', staff);
  return token;
}

/** Fetches the patient's requests. @throws Error */
export const fetchRequests = (token: string) => ask<CareRequest[]>('GET', 'v1/profiles/1/requests', { token });
