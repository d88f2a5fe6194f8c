/** Reading and writing cookies. */

/** HttpOnly: no script needs these cookies. Lax, because links in emails open the app. @param maxAge in seconds */
export const cookieAttributes = (maxAge: number, https: boolean): string =>
  ['Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax', 'HttpOnly', ...(https ? ['Secure'] : [])].join('; ');

/** Returns a cookie's value; undefined when the Cookie header doesn't contain it. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
