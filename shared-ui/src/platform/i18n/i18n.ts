import { useSyncExternalStore } from 'react';

/** Nested texts, with plurals as `key_one` / `key_many` / `key_other` (the format of i18next JSON v4). */
export interface Catalogue {
  [key: string]: string | Catalogue;
}

/** Values for a text: `{{name}}` is replaced with `name`; `count` also selects the plural. */
type TextValues = Record<string, string | number>;

function flatten(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, entry]): [string, string][] =>
    typeof entry === 'string' ? [[prefix + key, entry]] : flatten(entry, `${prefix}${key}.`),
  );
}

/** Fills in the values. A value that ends with a full stop ("3:44 p.m.") also ends the sentence. */
const fillIn = (text: string, values: TextValues) =>
  text.replace(/(\{\{(\w+)\}\})(\.(?!\.))?/g, (_, placeholder: string, name: string, stop = '') => {
    const value = String(values[name] ?? placeholder);
    return value.endsWith('.') ? value : value + stop;
  });

/**
 * Returns a function that finds a catalogue's texts by their dotted keys and fills in values. It escapes nothing, as
 * React escapes what it renders. A missing key is shown as is and reported with the name of the catalogue.
 */
export function translator(name: string, language: string, catalogue: Catalogue) {
  let texts: Map<string, string> | undefined;
  let rules: Intl.PluralRules | undefined;
  const find = (key: string, count: string | number | undefined): string | undefined => {
    texts ??= new Map(flatten(catalogue));
    if (typeof count !== 'number') return texts.get(key);
    rules ??= new Intl.PluralRules(language);
    return texts.get(`${key}_${rules.select(count)}`) ?? texts.get(`${key}_other`) ?? texts.get(key);
  };
  return (key: string, values: TextValues = {}): string => {
    const text = find(key, values.count);
    if (text === undefined) console.error(`${name} has no text "${key}" (${language})`);
    return fillIn(text ?? key, values);
  };
}

/** Supported languages. `fr` is Canadian French. */
export type Locale = 'en' | 'fr';

/** Language tags for `lang`, `Accept-Language` and Intl. */
export const LANGUAGE_TAG: Record<Locale, string> = { en: 'en-CA', fr: 'fr-CA' };

let current: Locale = 'en';
const listeners = new Set<() => void>();

type PluralFree<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;

/** Dotted keys of a catalogue, without plural suffixes. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? PluralFree<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

export type Translate<K extends string> = (key: K, values?: TextValues) => string;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One package's texts: `text` uses the current language, `fixed` a given one. */
export interface Words<K extends string> {
  text: Translate<K>;
  fixed: Record<Locale, Translate<K>>;
}

/**
 * Declares one package's catalogues. TypeScript checks keys against the English catalogue; a test checks that both
 * languages have the same keys and that none is unused.
 * @param name name of the package, for messages
 */
export function defineWords<E extends Catalogue>(
  name: string,
  catalogues: { en: E; fr: Catalogue },
): Words<TextKey<E>> {
  const fixed = { en: translator(name, 'en', catalogues.en), fr: translator(name, 'fr', catalogues.fr) };
  return { fixed, text: (key, values) => fixed[currentLocale()](key, values) };
}

/** Returns the texts in the current language. The component re-renders when the language changes. */
export function useText<K extends string>(words: Words<K>): Translate<K> {
  return words.fixed[useLocale()];
}

export function currentLocale(): Locale {
  return current;
}

/** Returns the current language. The component re-renders when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale, currentLocale);
}

/** Switches the language of texts, of the document (`lang`) and of requests (Accept-Language). */
export function setLocale(locale: Locale): void {
  current = locale;
  for (const listener of listeners) listener();
  document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** Returns the language for a first visit: French if the browser prefers it, else English. */
export function preferredLocale(languages: readonly string[] = navigator.languages): Locale {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'en' || tag === 'fr');
  return known === 'fr' ? 'fr' : 'en';
}
