/** What a person has set on the phone. */
export interface Look {
  theme: 'LIGHT' | 'DARK';
  direction: 'ltr' | 'rtl';
  locale: 'en' | 'fr';
}

export const PLAIN: Look = { theme: 'LIGHT', direction: 'ltr', locale: 'en' };

/** Whose phone it is, and at which product. */
export interface VisitOptions {
  site: string;
  token: string;
  look?: Look;
  /** How long a person thinks before each touch, in milliseconds; 0 for none who thinks. */
  pace?: number;
}

/** The script that puts the settings and the session onto a phone; once, so that what the product writes later stays. */
export const seedOf = (
  token: string,
  look: Look,
) => `if (self === top && location.protocol === 'https:' && sessionStorage.getItem('tab') === null) {
  sessionStorage.setItem('tab', '1');
  localStorage.setItem('access-token', ${JSON.stringify(token)});
  localStorage.setItem('settings', ${JSON.stringify(JSON.stringify({ ...look, isUserValidated: true, sounds: false }))});
}`;
