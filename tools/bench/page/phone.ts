import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { paths } from 'shared-ui/contract/paths';

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
  /** Of the browser, and of the person's settings. */
  language?: Language;
  serviceWorkers?: 'allow' | 'block';
}

/** Opens a browser context with the stored session and settings of a user who signed in earlier. */
export async function openPhone(
  browser: Browser,
  { token, settings, language = 'en', serviceWorkers = 'block' }: PhoneOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...PHONE, locale: LANGUAGES[language].tag, serviceWorkers });
  const letIn = { isUserValidated: true, wasLetIn: true, locale: 'en', language };
  const stored = { token, settings: settings ?? (token && letIn) };
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

export type ScreenName = 'welcome' | 'home';

/** A screen whose load is measured. */
export interface Screen {
  name: ScreenName;
  path: string;
  /** The remote that provides the screen. */
  remote: string;
  signedIn: boolean;
  /** Budget for the JavaScript transferred for this screen, in bytes. */
  budget: number;
}

/** The first screen of a new visitor, and the home screen of a signed-in user. */
export const SCREENS: Screen[] = [
  { name: 'welcome', path: paths.onboarding.welcome, remote: 'onboarding', signedIn: false, budget: 170_000 },
  { name: 'home', path: paths.app.root, remote: 'timeline', signedIn: true, budget: 185_000 },
];
