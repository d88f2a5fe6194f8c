import { setLocale } from '../../platform/i18n/i18n.ts';
import { allowSounds } from '../../ui/sound/player.ts';
import { applyTheme, onPhoneThemeChange, phoneTheme } from '../../ui/theme/theme.ts';
import { store, updateSlice } from '../store.ts';
import { type Settings, saveSettings } from './settings.ts';

/** Returns the fields with what they imply: choosing a theme ends following the phone, and following shows its theme. */
function completed(fields: Partial<Settings>): Partial<Settings> {
  if (fields.theme !== undefined) return { ...fields, followsPhone: false };
  return fields.followsPhone ? { ...fields, theme: phoneTheme() } : fields;
}

/** Changes settings: on the page immediately, and saved for the next visit. */
export function changeSettings(fields: Partial<Settings>): void {
  updateSlice('settings', completed(fields));
  applySettings();
  saveSettings(store.getState().settings);
}

/** Applies the settings to the page: language, theme, direction, text size, sounds. */
export function applySettings(): void {
  const { settings } = store.getState();
  setLocale(settings.locale);
  applyTheme(settings);
  allowSounds(settings.sounds);
}

/** Keeps the theme like the phone's for as long as the person has chosen none. Call it once per page. */
export function followPhoneTheme(): void {
  onPhoneThemeChange(() => {
    if (!store.getState().settings.followsPhone) return;
    updateSlice('settings', { theme: phoneTheme() });
    applySettings();
  });
}
