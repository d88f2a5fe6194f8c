/** Reading and writing cookies. */
import type { FastifyRequest } from 'fastify';

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
