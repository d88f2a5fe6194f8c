import { isObject } from '../../contract/check.ts';
import { type Locale, preferredLocale } from '../../platform/i18n/index.ts';

/** Settings kept on this phone (docs/product-rules.md#fields), and the language. */
export interface Settings {
  direction: 'ltr' | 'rtl';
  theme: 'LIGHT' | 'DARK';
  rememberMe: boolean;
  debug: boolean;
  isUserValidated: boolean;
  viewTutorial: boolean;
  responsiveFontSizes: boolean;
  /** Whether the app may make its sounds: a new event, a panel that opens. */
  sounds: boolean;
  /** The hint that says how to put the app on an iPhone's home screen was seen. */
  installHintShown: boolean;
  locale: Locale;
}

const KEY = 'settings';

function defaults(): Settings {
  const prefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
  return {
    direction: 'ltr',
    theme: prefersDark ? 'DARK' : 'LIGHT',
    rememberMe: true,
    debug: false,
    isUserValidated: false,
    viewTutorial: false,
    responsiveFontSizes: true,
    sounds: true,
    installHintShown: false,
    locale: preferredLocale(),
  };
}

/** The settings of the last visit; a field that is missing or of the wrong type takes its default. */
export function initialSettings(): Settings {
  const settings = defaults();
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (!isObject(saved)) return settings;
    const usable = Object.entries(saved).filter(
      ([key, value]) => key in settings && typeof value === typeof settings[key as keyof Settings],
    );
    return { ...settings, ...Object.fromEntries(usable) };
  } catch {
    // Unreadable or forbidden storage: the defaults do.
    return settings;
  }
}

/** Writes the settings for the next visit. A browser that forbids storage forgets them, which is only logged. */
export function keepSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch (error) {
    console.info('Settings could not be kept', error);
  }
}
