import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';

/** For runs as root in a container, without a GPU and without background network traffic. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Lighthouse's mobile phone. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** CPU slowdown that emulates a phone, or a hospital's computer. */
export const SLOWDOWN = 4;

interface PhoneOptions {
  /** Token of the session; absent for someone who is not signed in. */
  token?: string | undefined;
  settings?: object;
  serviceWorkers?: 'allow' | 'block';
}

/** Opens a browser context with the stored session and settings of a user who signed in earlier. */
export async function openPhone(
  browser: Browser,
  { token, settings, serviceWorkers = 'block' }: PhoneOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-CA', serviceWorkers });
  const stored = { token, settings: settings ?? (token && { isUserValidated: true, locale: 'en' }) };
  await context.addInitScript((given) => {
    if (given.settings) localStorage.setItem('settings', JSON.stringify(given.settings));
    if (given.token) localStorage.setItem('access-token', given.token);
  }, stored);
  return context;
}

/** Slows the page's CPU down. Returns the DevTools session that does so. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return devtools;
}
