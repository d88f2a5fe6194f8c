import i18next, { type i18n } from 'i18next';
import { useSyncExternalStore } from 'react';

/** Languages the product speaks. `fr` is Canadian French. */
export type Locale = 'en' | 'fr';

/** What goes into `lang`, `Accept-Language` and Intl. */
export const LANGUAGE_TAG: Record<Locale, string> = { en: 'en-CA', fr: 'fr-CA' };

const engine: i18n = i18next.createInstance();
engine.init({
  lng: 'en',
  fallbackLng: false,
  ns: [],
  initAsync: false,
  // React escapes what it renders.
  interpolation: { escapeValue: false },
});

/** A catalogue: nested objects of texts, plurals as `key_one` / `key_other` (i18next JSON v4). */
export interface Catalogue {
  [key: string]: string | Catalogue;
}

type PluralFree<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;

/** Dotted keys of a catalogue, plural suffixes taken off. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? PluralFree<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

export type TextValues = Record<string, string | number>;
export type Translate<K extends string> = (key: K, values?: TextValues) => string;

const subscribe = (listener: () => void) => {
  engine.on('languageChanged', listener);
  return () => engine.off('languageChanged', listener);
};

/** One package's words: `text` reads the language in use, `fixed` a given one. */
export interface Words<K extends string> {
  text: Translate<K>;
  fixed: Record<Locale, Translate<K>>;
}

// The engine's own key types can't follow a generic catalogue; TextKey checks the keys instead.
type PlainTranslate = (key: string, options: object) => string;

/**
 * Registers one package's catalogues under its name. Keys are checked by TypeScript against the English catalogue;
 * that both languages hold the same keys, and that none is unused, is checked by a test.
 */
export function defineWords<E extends Catalogue>(
  namespace: string,
  catalogues: { en: E; fr: Catalogue },
): Words<TextKey<E>> {
  const fixedIn = (locale: Locale): Translate<TextKey<E>> => {
    engine.addResourceBundle(locale, namespace, catalogues[locale], true, true);
    const translate = engine.getFixedT(locale, namespace) as PlainTranslate;
    return (key, values) => translate(key, values ?? {});
  };
  const fixed = { en: fixedIn('en'), fr: fixedIn('fr') };
  return { fixed, text: (key, values) => fixed[currentLocale()](key, values) };
}

/** The words in the language in use; a component that reads them renders again when the language changes. */
export function useText<K extends string>(words: Words<K>): Translate<K> {
  return words.fixed[useLocale()];
}

/** The language in use. */
export function currentLocale(): Locale {
  return engine.language === 'fr' ? 'fr' : 'en';
}

/** The language in use, for components. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale);
}

/** Switches the language: texts, `lang` of the document and what is sent as Accept-Language. */
export function setLocale(locale: Locale): void {
  void engine.changeLanguage(locale);
  document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** The language a first visitor gets: French where the browser prefers it, else English. */
export function preferredLocale(languages: readonly string[] = navigator.languages): Locale {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'en' || tag === 'fr');
  return known === 'fr' ? 'fr' : 'en';
}
