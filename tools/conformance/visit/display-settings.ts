/** The display settings of a visit. */
export interface DisplaySettings {
  theme: 'LIGHT' | 'DARK';
  direction: 'ltr' | 'rtl';
  locale: 'en' | 'fr';
}

export const PLAIN: DisplaySettings = { theme: 'LIGHT', direction: 'ltr', locale: 'en' };

/** The session and product of a visit. */
export interface VisitOptions {
  site: string;
  token: string;
  display?: DisplaySettings;
  /** Pause before each touch, in milliseconds; 0 for none. */
  pace?: number;
}

/**
 * Returns the script that stores settings and session on the phone. It runs once, so later writes by the product are
 * kept.
 */
export const seedOf = (
  token: string,
  display: DisplaySettings,
) => `if (self === top && location.protocol === 'https:' && sessionStorage.getItem('tab') === null) {
  sessionStorage.setItem('tab', '1');
  localStorage.setItem('access-token', ${JSON.stringify(token)});
  localStorage.setItem('settings', ${JSON.stringify(JSON.stringify({ ...display, isUserValidated: true, sounds: false }))});
}`;
