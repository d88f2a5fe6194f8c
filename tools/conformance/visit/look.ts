/** The display settings of a visit. */
export interface Look {
  theme: 'LIGHT' | 'DARK';
  direction: 'ltr' | 'rtl';
  locale: 'en' | 'fr';
}

export const PLAIN: Look = { theme: 'LIGHT', direction: 'ltr', locale: 'en' };

/** The session and product of a visit. */
export interface VisitOptions {
  site: string;
  token: string;
  look?: Look;
  /** Pause before each touch, in milliseconds; 0 for none. */
  pace?: number;
}

/**
 * Returns the script that stores settings and session on the phone. It runs once, so later writes by the product are
 * kept.
 */
export const seedOf = (
  token: string,
  look: Look,
) => `if (self === top && location.protocol === 'https:' && sessionStorage.getItem('tab') === null) {
  sessionStorage.setItem('tab', '1');
  localStorage.setItem('access-token', ${JSON.stringify(token)});
  localStorage.setItem('settings', ${JSON.stringify(JSON.stringify({ ...look, isUserValidated: true, sounds: false }))});
}`;
