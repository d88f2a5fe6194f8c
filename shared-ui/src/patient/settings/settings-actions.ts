import { LANGUAGES, type Language, PSEUDO_LANGUAGES } from '../../contract/languages/languages.ts';
import type { RuntimeConfig } from '../../contract/runtime.ts';
import { hasLanguage, loadLanguage, preferredLanguage, setLocale } from '../../platform/i18n/i18n.ts';
import { isConfigured, isProduction, offeredLanguages, setRuntimeConfig } from '../../platform/runtime.ts';
import { allowSounds } from '../../ui/sound/player.ts';
import { applyTheme, onPhoneThemeChange, phoneTheme } from '../../ui/theme/theme.ts';
import { store, updateSlice } from '../store.ts';
import { inLanguage, type Settings, saveSettings } from './settings.ts';

/** Returns the fields with what they imply: choosing a theme ends following the phone, and following shows its theme. */
function completed(fields: Partial<Settings>): Partial<Settings> {
  if (fields.theme !== undefined) return { ...fields, followsPhone: false };
  return fields.followsPhone ? { ...fields, theme: phoneTheme() } : fields;
}

/**
 * Changes settings: on the page immediately, and saved for the next visit. A language whose texts have not been fetched
 * follows when they have (`changeLanguage` says whether they could be).
 */
export function changeSettings(fields: Partial<Settings>): void {
  const { language: wanted, locale, ...others } = fields;
  const language = wanted ?? locale;
  const isReady = language !== undefined && hasLanguage(language);
  updateSlice('settings', { ...completed(others), ...(isReady && inLanguage(language)) });
  applySettings();
  saveSettings(store.getState().settings);
  if (language !== undefined && !isReady) void changeLanguage(language).catch(() => undefined);
}

/** Number of language changes that were asked for: only the last one takes effect. */
let changes = 0;

/**
 * Changes the language once all its texts have been fetched; the page stays in the old one until then. Resolves with
 * false if another change was asked for meanwhile.
 * @throws Error if they can't be fetched: the old language stays
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  changes += 1;
  const own = changes;
  const isLoaded = await loadLanguage(language);
  if (own !== changes) return false;
  if (!isLoaded) throw new Error(`The texts in ${language} could not be fetched`);
  changeSettings({ language });
  return true;
}

/**
 * Makes sure that the language is one of those offered here, once that is known: a demo, or an earlier build, may have
 * offered others. Tests of a demo also choose those that aren't offered to people.
 */
function keepOffered(): void {
  if (!isConfigured()) return;
  const { language } = store.getState().settings;
  const offered = [...offeredLanguages(), ...(isProduction() ? [] : PSEUDO_LANGUAGES)];
  if (language === undefined || offered.includes(language)) return;
  updateSlice('settings', inLanguage(preferredLanguage(navigator.languages, offered)));
}

/** Whether the page's screen has texts in the hospital's languages only. */
let isHospitalsOnly = false;

/** Returns the language to show: the hospital's, where a screen has no other. */
const shownLanguage = ({ language, locale }: Settings): Language => (isHospitalsOnly ? locale : (language ?? locale));

/** Applies the settings to the page: language, theme, direction, text size, sounds. */
export function applySettings(): void {
  keepOffered();
  const { settings } = store.getState();
  const language = shownLanguage(settings);
  setLocale(language);
  const direction = settings.direction === 'rtl' ? 'rtl' : LANGUAGES[language].direction;
  applyTheme({ ...settings, direction });
  allowSounds(settings.sounds);
}

/**
 * Shows the page in English or French while a screen has no other texts, as the desk's: its language and direction are
 * then those of its words. Afterwards the person's language is back as soon as its texts are there.
 */
export function showHospitalLanguages(only: boolean): void {
  if (only === isHospitalsOnly) return;
  isHospitalsOnly = only;
  const language = shownLanguage(store.getState().settings);
  if (hasLanguage(language)) applySettings();
  else void loadLanguage(language).then((isLoaded) => isLoaded && applySettings());
}

/** Sets the page's configuration. The settings are applied again: the hospital may not offer their language. */
export function configurePage(config: RuntimeConfig): void {
  setRuntimeConfig(config);
  applySettings();
}

/** Keeps the theme like the phone's for as long as the person has chosen none. Call it once per page. */
export function followPhoneTheme(): void {
  onPhoneThemeChange(() => {
    if (!store.getState().settings.followsPhone) return;
    updateSlice('settings', { theme: phoneTheme() });
    applySettings();
  });
}
