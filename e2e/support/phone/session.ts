import type { BrowserContext, Page } from 'playwright/test';
import type { Language } from 'shared-ui/contract/languages';

/** The stored settings that tests set. */
export interface Settings {
  theme?: 'LIGHT' | 'DARK';
  locale?: 'en' | 'fr';
  language?: Language;
  direction?: 'ltr' | 'rtl';
  isUserValidated?: boolean;
  viewTutorial?: boolean;
  textSize?: 'PHONE' | 'LARGE' | 'LARGER' | 'LARGEST';
}

/** Stores the session of someone who has passed onboarding, as `keepSession` does. */
export const keepSignedIn = (context: BrowserContext, token: string, settings: Settings = {}) =>
  keepSession(context, { token, settings: { isUserValidated: true, ...settings } });

/**
 * Stores a session and settings before the first page opens. Only once: what the product writes later, a sign-out
 * included, is kept.
 */
export async function keepSession(
  context: BrowserContext,
  kept: { token?: string; settings?: Settings },
): Promise<void> {
  await context.addInitScript(({ token, settings }) => {
    // A guest's frame has no storage; only the top page counts.
    if (window !== top || location.protocol === 'about:' || sessionStorage.getItem('was-here') !== null) return;
    sessionStorage.setItem('was-here', 'yes');
    if (token !== undefined) localStorage.setItem('access-token', token);
    if (settings !== undefined) localStorage.setItem('settings', JSON.stringify(settings));
  }, kept);
}

/** Returns the token of the session that this phone has stored, or null. */
export const tokenOn = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('access-token'));

/** Replaces the session of an open page, which the next page uses. */
export const storeToken = (page: Page, token: string): Promise<void> =>
  page.evaluate((saved) => {
    localStorage.setItem('access-token', saved);
    localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
  }, token);
