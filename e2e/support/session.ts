import type { BrowserContext } from 'playwright/test';

/** The stored settings that tests set. */
export interface Settings {
  theme?: 'LIGHT' | 'DARK';
  locale?: 'en' | 'fr';
  direction?: 'ltr' | 'rtl';
  isUserValidated?: boolean;
  viewTutorial?: boolean;
}

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
