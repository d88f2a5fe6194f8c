import { useSyncExternalStore } from 'react';
import { type Catalogue, type TextValues, translator } from './translator.ts';

export type { Catalogue, TextValues };

/** Languages the product speaks. `fr` is Canadian French. */
export type Locale = 'en' | 'fr';

/** What goes into `lang`, `Accept-Language` and Intl. */
export const LANGUAGE_TAG: Record<Locale, string> = { en: 'en-CA', fr: 'fr-CA' };

let current: Locale = 'en';
const listeners = new Set<() => void>();

type PluralFree<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;

/** Dotted keys of a catalogue, plural suffixes taken off. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? PluralFree<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

export type Translate<K extends string> = (key: K, values?: TextValues) => string;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One package's words: `text` reads the language in use, `fixed` a given one. */
export interface Words<K extends string> {
  text: Translate<K>;
  fixed: Record<Locale, Translate<K>>;
}

/**
 * Declares one package's catalogues. Keys are checked by TypeScript against the English catalogue; that both languages hold
 * the same keys, and that none is unused, is checked by a test.
 * @param name the package's, for messages
 */
export function defineWords<E extends Catalogue>(
  name: string,
  catalogues: { en: E; fr: Catalogue },
): Words<TextKey<E>> {
  const fixed = { en: translator(name, 'en', catalogues.en), fr: translator(name, 'fr', catalogues.fr) };
  return { fixed, text: (key, values) => fixed[currentLocale()](key, values) };
}

/** The words in the language in use; a component that reads them renders again when the language changes. */
export function useText<K extends string>(words: Words<K>): Translate<K> {
  return words.fixed[useLocale()];
}

/** The language in use. */
export function currentLocale(): Locale {
  return current;
}

/** The language in use, for components. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale);
}

/** Switches the language: texts, `lang` of the document and what is sent as Accept-Language. */
export function setLocale(locale: Locale): void {
  current = locale;
  for (const listener of listeners) listener();
  document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** The language a first visitor gets: French where the browser prefers it, else English. */
export function preferredLocale(languages: readonly string[] = navigator.languages): Locale {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'en' || tag === 'fr');
  return known === 'fr' ? 'fr' : 'en';
}
