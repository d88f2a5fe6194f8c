import type { KeyObject } from 'node:crypto';
import { KEY_TOKEN, type KeyToken, type KeyTokenKind, makeKeyToken } from '../team-requests/key-token.ts';

/** What local work may do: read and sign in, or everything that its account may. */
export const ACCESS = ['read', 'write'] as const;
export type Access = (typeof ACCESS)[number];

/** What a developer's shell says about itself with each call. */
export interface LocalWork extends KeyToken {
  access: Access;
}

/** Longest lifetime of a token, in minutes. */
const MINUTES = 10;

export const LOCAL_WORK: KeyTokenKind<LocalWork> = {
  purpose: 'lodestar-local-work',
  form: { kind: 'object', required: { ...KEY_TOKEN, access: { kind: 'choice', of: ACCESS } }, optional: {} },
  minutes: MINUTES,
};

/** Header of a call from local work: a token. */
export const LOCAL_WORK_HEADER = 'lodestar-local-work';

/** Path at which a gateway says whether it accepts local work with a token. */
export const LOCAL_WORK_PATH = '/deploy/local-work';

/** Returns the header for a call to the gateway at an address. */
export const localWorkHeader = (gateway: string, privateKey: KeyObject, access: Access): Record<string, string> => ({
  [LOCAL_WORK_HEADER]: makeKeyToken(LOCAL_WORK, gateway, privateKey, { access }),
});

const SESSIONS = '/api/v1/sessions';
/** Calls to sign in and out. Passkeys and identity providers know only the gateway's own address. */
const SIGN_IN = new Set([
  ...['', '/code', '/extend', '/second-factor', '/second-factor/resend', '/pin', '/pin/verify'].map(
    (step) => `POST ${SESSIONS}${step}`,
  ),
  `DELETE ${SESSIONS}`,
]);

/** Calls by GET that change something; clients of before use them. */
const CHANGING = /^\/api\/v1\/users\/[^/]+\/(activate|complete|reset)\/?$/;

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Returns whether a call signs in or out. */
export const isSignIn = (method: string, url: string): boolean => SIGN_IN.has(`${method} ${pathOf(url)}`);

/** Returns whether a call is one that local work with `access` may make. */
export function mayCall(access: Access, method: string, url: string): boolean {
  if (access === 'write' || isSignIn(method, url)) return true;
  return ['GET', 'HEAD'].includes(method) && !CHANGING.test(pathOf(url));
}
