/** The server's texts in every language, and the choice between languages. */
import { existsSync, readFileSync } from 'node:fs';
import {
  ALL_LANGUAGES,
  fromRight,
  isLanguage,
  isolate,
  LANGUAGES,
  type Language,
  type LocalText,
  matchLanguage,
  OFFERED,
} from 'shared-ui/contract/languages';
import type desk from '../locales/desk.en.json';
import type en from '../locales/en.json';

export type Locale = Language;

/** Languages of the desk, of what staff write, and of the hospital's own systems. */
export type DeskLocale = 'en' | 'fr';

/**
 * A sentence in English and French and, where a catalogue has it, in the other languages. Readers of a language that
 * is missing get the English one (docs/decisions/2026-11-29-stored-texts-in-every-language.md).
 */
export type Text = Readonly<LocalText>;

export type Params = Readonly<Record<string, string | number>>;

/** Values of a text in every language. */
export type Values = Readonly<Record<string, Text | string | number>>;

/** Keys without the endings of plural forms. */
export type PluralFree<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** Keys of `en.json`, which patients may read, and of `desk.en.json`, which only staff and developers do. */
export type MessageKey = PluralFree<keyof typeof en | keyof typeof desk>;

type Catalogue = Readonly<Record<string, string>>;

const FOLDER = new URL('../locales/', import.meta.url);

/** Tag of a language for `Content-Language` and Intl. */
export const tagOf = (locale: Locale): string => LANGUAGES[locale].tag;

function readCatalogue(folder: URL, part: string, locale: Locale): Catalogue {
  const file = new URL(`${part === '' ? '' : `${part}.`}${locale}.json`, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

/** Values that need no isolate: digits, which phones also copy, and links, which phones would end with it. */
const PLAIN = /^(\d*|https?:\S*)$/;

/**
 * Fills in `{name}` placeholders; those without a value stay. In a text from right to left, a Latin name or date would
 * pull the words beside it to its own direction.
 */
function fillIn(text: string, params: Params, { direction }: (typeof LANGUAGES)[Locale]): string {
  const isFromRight = direction === 'rtl';
  const filled = text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = String(params[name] ?? place);
    return isFromRight && !PLAIN.test(value) ? isolate(value) : value;
  });
  return isFromRight ? fromRight(filled) : filled;
}

/** Returns the first number among the values that a text mentions, which chooses its plural form. */
const countIn = (text: string, params: Params): number | undefined =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => params[name]).find((value) => typeof value === 'number');

/** Texts of one part of the product, `locales/<part>.<tag>.json` or `locales/<tag>.json`, in every language. */
export class Catalogues<Key extends string> {
  readonly #texts: Readonly<Record<Locale, Catalogue>>;
  readonly #rules = new Map<Locale, Intl.PluralRules>();

  /** @param parts names of the parts; '' for files that are named by the language only */
  constructor(parts: readonly string[], folder = FOLDER) {
    const read = (locale: Locale) => Object.assign({}, ...parts.map((part) => readCatalogue(folder, part, locale)));
    this.#texts = Object.fromEntries(ALL_LANGUAGES.map((locale) => [locale, read(locale)])) as Record<
      Locale,
      Catalogue
    >;
  }

  /**
   * Returns a text in a language, in English where the language lacks it.
   * @param count chooses the plural form; by default the first number among the values
   */
  say(locale: Locale, key: Key, params: Params = {}, count?: number): string {
    const own = this.#find(locale, key, params, count);
    if (own !== undefined) return fillIn(own, params, LANGUAGES[locale]);
    return fillIn(this.#find('en', key, params, count) ?? key, params, LANGUAGES.en);
  }

  /** Returns the language in which a reader gets a text: their own, or English where it lacks the text. */
  languageOf(locale: Locale, key: Key): Locale {
    return this.#find(locale, key, {}, 0) === undefined ? 'en' : locale;
  }

  /** Returns a text in every language that has it, with values of the same language where they are texts. */
  all(key: Key, values: Values = {}, count?: number): Text {
    return inEach((reader) => {
      const locale = this.languageOf(reader, key);
      const params = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'object' ? textIn(value, locale) : value,
      ]);
      return this.say(locale, key, Object.fromEntries(params), count);
    });
  }

  /** Returns whether a text is known by this key, which may come from outside. */
  has(key: string): key is Key {
    return Object.hasOwn(this.#texts.en, key) || Object.hasOwn(this.#texts.en, `${key}_other`);
  }

  #find(locale: Locale, key: string, params: Params, count: number | undefined): string | undefined {
    const texts = this.#texts[locale];
    const other = texts[`${key}_other`];
    if (other === undefined) return texts[key];
    const counted = count ?? countIn(other, params) ?? 0;
    return texts[`${key}_${this.#rulesOf(locale).select(counted)}`] ?? other;
  }

  #rulesOf(locale: Locale): Intl.PluralRules {
    const rules = this.#rules.get(locale) ?? new Intl.PluralRules(tagOf(locale));
    this.#rules.set(locale, rules);
    return rules;
  }
}

const MESSAGES = new Catalogues<MessageKey>(['desk', '']);

/** Returns a sentence from the catalogue, its `{name}` placeholders filled from `params`. */
export const translate = (locale: Locale, key: MessageKey, params: Params = {}): string =>
  MESSAGES.say(locale, key, params);

/** Returns the sentence in every language, for content that is stored. */
export const translateAll = (key: MessageKey, values: Values = {}): Text => MESSAGES.all(key, values);

export const isMessageKey = (key: string): key is MessageKey => MESSAGES.has(key);

/** Languages beside English and French that have texts. */
const OTHERS = OFFERED.filter((locale) => locale !== 'en' && locale !== 'fr');

/** Returns a text from what is said in each language. What is said as in English is not kept, as readers get that. */
export function inEach(say: (locale: Locale) => string): Text {
  const english = say('en');
  const others = OTHERS.map((locale) => [locale, say(locale)]).filter(([, words]) => words !== english);
  return { en: english, fr: say('fr'), ...Object.fromEntries(others) };
}

/** Returns words that readers of all languages get as they are. */
export const sameInEach = (words: string): Text => ({ en: words, fr: words });

export const textIn = (text: Text, locale: Locale): string => text[locale] ?? text.en;

/** Returns what `change` makes of a text in each of its languages. */
export const mapText = (text: Text, change: (words: string, locale: Locale) => string): Text => ({
  ...text,
  ...Object.fromEntries(
    ALL_LANGUAGES.flatMap((locale) => (text[locale] === undefined ? [] : [[locale, change(text[locale], locale)]])),
  ),
});

/** Returns whether a stored value is a sentence: an object of nothing but languages. */
export const isText = (value: object): value is Text =>
  'en' in value && 'fr' in value && Object.keys(value).every(isLanguage);

const REVIEWED = ALL_LANGUAGES.filter((locale) => LANGUAGES[locale].state === 'reviewed');

let spoken: readonly Locale[] = REVIEWED;

/** Chooses the languages in which people are addressed: machine translations in a demo only. */
export function speak({ isDemo }: { isDemo: boolean }): void {
  spoken = isDemo ? OFFERED : REVIEWED;
}

/** Returns a stored or sent tag as a language of the product; English for one that is not known. */
export const toLanguage = (tag: string): Locale => (isLanguage(tag) ? tag : 'en');

/** Returns the language in which to address someone who has chosen this one. */
export const toLocale = (tag: string): Locale => spoken.find((locale) => locale === tag) ?? 'en';

export const isDeskLocale = (tag: string): tag is DeskLocale => tag === 'en' || tag === 'fr';

/** Returns the language in which staff and the hospital's own systems speak to, or of, a person. */
export const toDeskLocale = (tag: string): DeskLocale => (isDeskLocale(tag) ? tag : 'en');

function weighted(part: string): { tag: string; weight: number } {
  const [tag = '', ...options] = part.trim().toLowerCase().split(';');
  const quality = options.map((option) => option.trim()).find((option) => option.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}

/**
 * Returns the language that an `Accept-Language` header prefers (RFC 9110, section 12.5.4) among those that are spoken.
 * Returns undefined if it names none of them.
 */
export const wantedLocale = (header: string | undefined): Locale | undefined =>
  matchLanguage(
    (header ?? '')
      .slice(0, 200)
      .split(',')
      .map(weighted)
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .map(({ tag }) => tag),
    spoken,
  );
