/** Which addresses pushes may go to: a browser names its own, so that none may lead into the hospital's network. */

/** The services of the browsers: Chrome, Edge and Samsung; Firefox; Safari; Edge on Windows. */
export const BROWSER_SERVICES: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
];

/** An https origin, whose first name may be any (`https://*.example.org`), or one on this machine, for tests. */
export const isPushOrigin = (text: string): boolean =>
  /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(text) ||
  /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/i.test(text);

/** Whether an origin is one of those; a star stands for exactly one name. */
function isAllowed(origin: string, allowed: readonly string[]): boolean {
  const wild = origin.replace(/^https:\/\/[^.]+\./, 'https://*.');
  return allowed.some((item) => item.toLowerCase() === origin || item.toLowerCase() === wild);
}

/** Whether pushes may go to this address: of an allowed origin, without a user's name in it. */
export function mayPushTo(endpoint: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, username, password } = new URL(endpoint);
  return username === '' && password === '' && isAllowed(origin, allowed);
}
