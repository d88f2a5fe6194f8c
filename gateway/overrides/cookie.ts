const COOKIE = 'lodestar-override';

/** Name of the cookie that holds the token of a browser's test version. */
export const OVERRIDE_COOKIE = COOKIE;

const attributes = (maxAge: number, https: boolean) =>
  ['Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax', 'HttpOnly', ...(https ? ['Secure'] : [])].join('; ');

/**
 * Returns the Set-Cookie header that gives a browser its test version: the signed token itself, which the gateway
 * verifies on every page. Lax, because links in emails open it.
 * @param until when it ends, in seconds since 1970
 */
export function overrideCookie(token: string, until: number, https: boolean): string {
  const left = Math.max(0, Math.ceil(until - Date.now() / 1000));
  return `${COOKIE}=${token}; ${attributes(left, https)}`;
}

/** Returns the Set-Cookie header that removes the test version. */
export function noOverrideCookie(https: boolean): string {
  return `${COOKIE}=; ${attributes(0, https)}`;
}
