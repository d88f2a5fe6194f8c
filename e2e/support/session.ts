import type { BrowserContext } from 'playwright/test';

/** The settings a phone keeps that tests care for. */
export interface Settings {
  theme?: 'LIGHT' | 'DARK';
  locale?: 'en' | 'fr';
  direction?: 'ltr' | 'rtl';
  isUserValidated?: boolean;
  viewTutorial?: boolean;
}

/**
 * Puts a session and settings on the phone before the first page opens. Once only: what the product writes later, a
 * sign-out too, stays.
 */
export async function keepSession(
  context: BrowserContext,
  kept: { token?: string; settings?: Settings },
): Promise<void> {
  await context.addInitScript(({ token, settings }) => {
    // A guest's frame has no storage; the page's is the one that counts.
    if (window !== top || location.protocol === 'about:' || sessionStorage.getItem('was-here') !== null) return;
    sessionStorage.setItem('was-here', 'yes');
    if (token !== undefined) localStorage.setItem('access-token', token);
    if (settings !== undefined) localStorage.setItem('settings', JSON.stringify(settings));
  }, kept);
}
