import type { SurveyKind } from 'shared-ui/contract';

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

/** Events of the demo's story that ask for a survey, matched by name in either language. */
export const EVENTS: Record<SurveyKind, RegExp> = {
  admission: /your admission|votre admission/i,
  blood: /your blood test explained|votre analyse de sang/i,
  ecg: /your ECG explained|votre ECG a/i,
  discharge: /your stay|votre séjour/i,
};

/** Returns the text typed into a field. */
export const textOf = (which: 'first' | 'last', field: number) =>
  `${which === 'first' ? 'Kind' : 'Very kind'} people <${field}> é & more`;
