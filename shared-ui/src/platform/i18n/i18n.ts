import { useSyncExternalStore } from 'react';
import {
  isLanguage,
  LANGUAGES,
  type Language,
  type LocalText,
  matchLanguage,
} from '../../contract/languages/languages.ts';
import { noteEnglish } from './english.ts';
import { type LoadCatalogue, Texts } from './texts.ts';
import type { Catalogue, Translate } from './translator.ts';

/** The hospital's own languages: of the desk, and of what is written for all patients. `fr` is Canadian French. */
export type Locale = 'en' | 'fr';

/** Tags of the hospital's own languages for `lang`, `Accept-Language` and Intl. */
export const LANGUAGE_TAG: Record<Locale, string> = { en: 'en-CA', fr: 'fr-CA' };

let current: Language = 'en';
const listeners = new Set<() => void>();

type PluralFree<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;

/** Dotted keys of a catalogue, without plural suffixes. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? PluralFree<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

/** Calls a function after each change of language, from when requests are in the new one. Returns what stops that. */
export function onLanguageChange(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One package's texts: `text` uses the current language, `fixed` a given one. */
export interface Words<K extends string> {
  text: Translate<K>;
  fixed: Record<Locale, Translate<K>>;
}

/** Texts of every package that has been defined on this page, by its words. */
const registered = new Map<object, Texts>();

/** Languages that are fetched with every package's texts, besides the current one. */
let alsoLoaded: readonly Language[] = [];

function register<K extends string>(texts: Texts): Words<K> {
  const words: Words<K> = {
    fixed: { en: texts.in('en'), fr: (key, values) => texts.in('fr')(key, values) },
    text: (key, values) => texts.in(current)(key, values),
  };
  registered.set(words, texts);
  for (const language of [current, ...alsoLoaded]) void texts.pending(language);
  return words;
}

/**
 * Declares one package's catalogues in English and French, both in its file. TypeScript checks keys against the English
 * catalogue; a test checks that both languages have the same keys and that none is unused.
 * @param name name of the package, for messages
 */
export function defineWords<E extends Catalogue>(
  name: string,
  catalogues: { en: E; fr: Catalogue },
): Words<TextKey<E>> {
  const texts = new Texts(name, catalogues.en);
  texts.add('fr', catalogues.fr);
  return register(texts);
}

/**
 * Declares one package's texts. English is in its file; the other languages are fetched when they are in use, and a
 * text that one lacks is shown in English.
 * @param name name of the package, for messages
 * @param loads fetch a language's catalogues, which together have the keys of the English one
 */
export function defineCatalogue<E extends Catalogue>(
  name: string,
  english: E,
  ...loads: LoadCatalogue[]
): Words<TextKey<E>> {
  return register(new Texts(name, english, loads));
}

/** Fetches these languages with every package's texts from now on, as tests switch between languages without waiting. */
export function loadAlso(languages: readonly Language[]): void {
  alsoLoaded = languages;
  for (const texts of registered.values()) for (const language of languages) void texts.pending(language);
}

/**
 * Returns the texts in the current language. The component re-renders when the language changes, and waits (Suspense)
 * for texts that are being fetched.
 */
export function useText<K extends string>(words: Words<K>): Translate<K> {
  return useTextIn(words, useLanguage());
}

/** Returns the texts in a given language, as `useText` does. */
export function useTextIn<K extends string>(words: Words<K>, language: Language): Translate<K> {
  const texts = registered.get(words);
  if (texts === undefined) throw new Error('These texts are not from defineWords or defineCatalogue');
  const pending = texts.pending(language);
  // Not by `use`: once the texts are there, it would not be called again, and React refuses the hooks that follow it.
  if (pending) throw pending;
  return texts.in(language);
}

/** Returns the person's language. */
export function currentLanguage(): Language {
  return current;
}

/** Returns the person's language. The component re-renders when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
}

/** Returns the hospital's language for people who read a language. */
export const localeOf = (language: Language): Locale => (language === 'fr' ? 'fr' : 'en');

const currentLocale = () => localeOf(current);

/**
 * Returns the hospital's language for this person, for what exists in these alone: French for those who read it, else
 * English. The component re-renders when it changes.
 */
export function useLocale(): Locale {
  return useSyncExternalStore(onLanguageChange, currentLocale, currentLocale);
}

/**
 * Returns what chooses the person's language among the hospital's own texts. A text that lacks it is in English, and
 * its element gets `lang="en"`.
 */
export function useLocalText(): (text: LocalText) => string {
  const language = useLanguage();
  return (text) => text[language] ?? noteEnglish(text.en);
}

/** Fetches the texts of every package in a language. Resolves with whether all are there. */
export async function loadLanguage(language: Language): Promise<boolean> {
  const all = await Promise.all([...registered.values()].map((texts) => texts.load(language)));
  return all.every(Boolean);
}

/** Returns whether every package has its texts in a language, so that switching to it needs no waiting. */
export const hasLanguage = (language: Language): boolean =>
  [...registered.values()].every((texts) => texts.has(language));

/**
 * Switches the language of texts, of the document (`lang`) and of requests (Accept-Language) at once. Texts that are
 * missing are fetched; screens wait for them.
 */
export function setLocale(language: Language): void {
  current = language;
  for (const texts of registered.values()) void texts.pending(language);
  for (const listener of listeners) listener();
  document.documentElement.lang = LANGUAGES[language].tag;
}

/** Returns the language for a first visit: the first that the browser prefers and that is offered, else English. */
export const preferredLanguage = (
  languages: readonly string[] = navigator.languages,
  offered?: readonly Language[],
): Language => matchLanguage(languages, offered) ?? 'en';

/** Returns the language that saved settings name, which may not be offered any more: older ones have `locale` only. */
export const languageIn = ({ language, locale }: { language?: unknown; locale?: unknown }): Language | undefined =>
  [language, locale].find(isLanguage);
