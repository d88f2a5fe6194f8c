/** HTTP as all servers of this product use it: cookies, text in HTML, and the operators' token. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentReader } from './environment.ts';

/** Returns whether the browser uses https, as far as this server and the proxies that it trusts know. */
export const isHttps = ({ protocol }: Pick<FastifyRequest, 'protocol'>): boolean => protocol === 'https';

/** HttpOnly: no script needs these cookies. Lax, because links in emails open the app. @param maxAge in seconds */
export const cookieAttributes = (maxAge: number, https: boolean): string =>
  ['Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax', 'HttpOnly', ...(https ? ['Secure'] : [])].join('; ');

/**
 * Returns a cookie's name: over https with the prefix by which browsers accept it only from this host, so that no other
 * host name can plant it. Such cookies need `Path=/`.
 */
export const cookieName = (name: string, https: boolean): string => (https ? `__Host-${name}` : name);

/** Returns a cookie's value; undefined when the Cookie header doesn't contain it. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Escapes text for use in HTML, also within quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export interface OperatorAccess {
  /** What operators send as a bearer token; without one, a service outside a demo refuses everyone. */
  token?: string;
  /** Whether no token is needed: in a demo that sets none. */
  isOpen: boolean;
}

const TOKEN = /^[\x21-\x7e]{16,128}$/;

/** Reads OPERATOR_TOKEN, the same for all processes of a deployment. */
export function readOperatorAccess(env: EnvironmentReader, isDemo: boolean): OperatorAccess {
  const token = env.matching('OPERATOR_TOKEN', TOKEN, '16 to 128 visible characters');
  return { ...(token === undefined ? {} : { token }), isOpen: isDemo && token === undefined };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns whether a request may read what is for operators, by its `Authorization` header. */
export function isOperator({ token, isOpen }: OperatorAccess, authorization: string | undefined): boolean {
  if (isOpen) return true;
  if (token === undefined || authorization === undefined) return false;
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}

export const refuseOperator = (reply: FastifyReply): FastifyReply =>
  reply
    .code(401)
    .headers({ 'cache-control': 'no-store', 'www-authenticate': 'Bearer', 'content-type': 'application/json' })
    .send(
      JSON.stringify({
        error: { code: 'UNAUTHENTICATED', message: 'This address needs the token in OPERATOR_TOKEN.' },
      }),
    );
