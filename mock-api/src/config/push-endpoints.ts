/** Endpoints that pushes may go to: browsers supply their own, and none may lead into the hospital's network. */

/** Push services of the browsers: Chrome, Edge and Samsung; Firefox; Safari; Edge on Windows. */
export const BROWSER_SERVICES: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
];

/**
 * Accepts an https origin, whose first label may be a wildcard (`https://*.example.org`), or a local one, for tests.
 */
export const isPushOrigin = (text: string): boolean =>
  /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(text) ||
  /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/i.test(text);

/** Returns whether an origin is in the list; a star matches exactly one label. */
function isAllowed(origin: string, allowed: readonly string[]): boolean {
  const wild = origin.replace(/^https:\/\/[^.]+\./, 'https://*.');
  return allowed.some((item) => item.toLowerCase() === origin || item.toLowerCase() === wild);
}

/** Returns whether pushes may go to this URL: an allowed origin, without credentials. */
export function mayPushTo(endpoint: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, username, password } = new URL(endpoint);
  return username === '' && password === '' && isAllowed(origin, allowed);
}
