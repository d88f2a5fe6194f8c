import { setLocale } from '../../platform/i18n/i18n.ts';
import { allowSounds } from '../../ui/sound/player.ts';
import { applyTheme } from '../../ui/theme/theme.ts';
import { store, updateSlice } from '../store.ts';
import { type Settings, saveSettings } from './settings.ts';

/** Changes settings: on the page immediately, and saved for the next visit. */
export function changeSettings(fields: Partial<Settings>): void {
  updateSlice('settings', fields);
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
