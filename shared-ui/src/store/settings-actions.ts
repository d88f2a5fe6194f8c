import { setLocale } from '../i18n/index.ts';
import { applyTheme } from '../theme/index.ts';
import { keepSettings, type Settings } from './settings.ts';
import { patch, store } from './store.ts';

/** Changes settings: at once on the page, and for the next visit. */
export function changeSettings(fields: Partial<Settings>): void {
  patch('settings', fields);
  applySettings();
  keepSettings(store.getState().settings);
}

/** Puts the settings on the page: language, theme, direction, text size. */
export function applySettings(): void {
  const { settings } = store.getState();
  setLocale(settings.locale);
  applyTheme(settings);
}
