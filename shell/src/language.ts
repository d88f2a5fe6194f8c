import { type Store, store } from 'shared-ui';
import { type Language, matchLanguage, offeredLanguages } from 'shared-ui/languages';

const languageOf = ({ settings }: Store): Language => settings.language ?? settings.locale;

/** Calls a function with the person's language: now, and after each change. Returns what the first call returns. */
export function followLanguage<T>(listener: (language: Language) => T): T {
  store.subscribe((state, before) => {
    if (languageOf(state) !== languageOf(before)) listener(languageOf(state));
  });
  return listener(languageOf(store.getState()));
}

const YEAR_MS = 31_536_000_000;

/**
 * Asks the gateway for the person's language from the next page on: for prerendered screens, and for the texts that pages
 * preload. Without a cookie, it only knows which languages the browser prefers.
 */
export async function requestLanguage(language: Language): Promise<void> {
  // Older browsers, and pages without https, have no such store. Their pages begin in the browser's language.
  if (!('cookieStore' in globalThis)) return;
  const name = `${location.protocol === 'https:' ? '__Host-' : ''}lodestar-language`;
  try {
    const kept = await cookieStore.get(name);
    const expected = kept?.value ?? matchLanguage(navigator.languages, offeredLanguages()) ?? 'en';
    if (expected === language) return;
    await cookieStore.set({ name, value: language, path: '/', expires: Date.now() + YEAR_MS, sameSite: 'lax' });
  } catch (error) {
    console.info('The language could not be kept for the next page', error);
  }
}
