/** The server's texts in English and Canadian French, and the choice between the two. */
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };

export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];
export type MessageKey = keyof typeof en;
export type Params = Readonly<Record<string, string | number>>;

const CATALOGUES: Record<Locale, Record<MessageKey, string>> = { en, fr };

/** Language tags sent in `Content-Language`. */
export const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-CA', fr: 'fr-CA' };

/** Returns a sentence from the catalogue, its `{name}` placeholders filled from `params`. */
export function translate(locale: Locale, key: MessageKey, params: Params = {}): string {
  return CATALOGUES[locale][key].replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** Returns the sentence in every language, for content that is stored. */
export function translateAll(key: MessageKey, params: Params = {}): Record<Locale, string> {
  return { en: translate('en', key, params), fr: translate('fr', key, params) };
}

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}

export function toLocale(value: string): Locale {
  return value === 'fr' ? 'fr' : 'en';
}

function weighted(part: string): { language: string; weight: number } {
  const [tag = '', ...options] = part.trim().toLowerCase().split(';');
  const quality = options.map((option) => option.trim()).find((option) => option.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { language: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
}

/** Reads an `Accept-Language` header (RFC 9110, section 12.5.4). Returns undefined if it names neither language. */
export function wantedLocale(header: string | undefined): Locale | undefined {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(weighted)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
  return wanted.find((language): language is Locale => language === 'en' || language === 'fr');
}
