import type { Language } from '../../contract/languages/languages.ts';
import { isObject } from '../../contract/schema/check.ts';
import { type Locale, languageIn, localeOf, preferredLanguage } from '../../platform/i18n/i18n.ts';
import { isTextSize, phoneTheme, type TextSize } from '../../ui/theme/theme.ts';

/** Settings saved on this phone (docs/product-rules.md#fields), and the language. */
export interface Settings {
  direction: 'ltr' | 'rtl';
  theme: 'LIGHT' | 'DARK';
  /** Whether the theme follows the phone's setting. Not saved: a saved theme is one that the person chose. */
  followsPhone?: boolean;
  rememberMe: boolean;
  debug: boolean;
  isUserValidated: boolean;
  /** Whether the server last let this session into the app: the next page then makes its calls before any script. */
  wasLetIn?: boolean;
  viewTutorial: boolean;
  responsiveFontSizes: boolean;
  /** How large text is, on top of the phone's own size (default: PHONE). */
  textSize?: TextSize;
  /** Whether the app may play sounds: for a new event and an opening panel. */
  sounds: boolean;
  /** Whether the hint about adding the app to an iPhone's home screen has been shown. */
  installHintShown: boolean;
  /** The hospital's language for this person. Follows `language`. */
  locale: Locale;
  /** The person's language, always set. */
  language?: Language;
  /** Whether the person has chosen the language, rather than the phone. */
  isLanguageChosen?: boolean;
}

const KEY = 'settings';

/** Returns the settings of a language. */
export const inLanguage = (language: Language) => ({ language, locale: localeOf(language) });

function defaults(): Settings {
  return {
    direction: 'ltr',
    theme: phoneTheme(),
    followsPhone: true,
    rememberMe: true,
    debug: false,
    isUserValidated: false,
    wasLetIn: false,
    viewTutorial: false,
    responsiveFontSizes: true,
    textSize: 'PHONE',
    sounds: true,
    installHintShown: false,
    isLanguageChosen: false,
    ...inLanguage(preferredLanguage()),
  };
}

/** Returns the saved settings. A field that is missing or of the wrong type gets its default. */
export function initialSettings(): Settings {
  const settings = defaults();
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (!isObject(saved)) return settings;
    const usable = Object.entries(saved).filter(
      ([key, value]) => key in settings && typeof value === typeof settings[key as keyof Settings],
    );
    const { theme, textSize, ...others } = Object.fromEntries(usable);
    const language = languageIn(saved);
    const isChosen = theme === 'LIGHT' || theme === 'DARK';
    return {
      ...settings,
      ...others,
      ...(isChosen && { theme }),
      ...(isTextSize(textSize) && { textSize }),
      ...inLanguage(language ?? preferredLanguage()),
      followsPhone: !isChosen,
    };
  } catch {
    // Unreadable or blocked storage: use the defaults.
    return settings;
  }
}

/** Saves the settings for the next visit. If the browser blocks storage, this is only logged. */
export function saveSettings({ theme, followsPhone, ...others }: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(followsPhone ? others : { ...others, theme }));
  } catch (error) {
    console.info('Settings could not be saved', error);
  }
}
