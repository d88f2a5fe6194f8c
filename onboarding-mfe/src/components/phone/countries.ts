import metadata from 'libphonenumber-js/metadata.min.json';
import { LANGUAGE_TAG, type Locale } from 'shared-ui';

/** A country or territory with its own phone numbers. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In the requested language. */
  name: string;
  /** International dial code without the plus sign. */
  dial: string;
}

/** Countries at the top of the list, and the default country (docs/product-rules.md#constants). */
export const SUGGESTED = ['AU', 'CA', 'DE', 'FR', 'JP', 'US'] as const;
export const DEFAULT_COUNTRY = 'CA';

/** Dial code of every country the library knows. The first country of a shared code is its main one. */
const DIAL_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(metadata.country_calling_codes).flatMap(([dial, codes]) => codes.map((code) => [code, dial] as const)),
);

/** Returns the dial code of a country without the plus sign; empty for an unknown country. */
export const dialCode = (country: string): string => DIAL_CODES.get(country) ?? '';

/** Returns all countries, sorted by name. */
export function countriesIn(locale: Locale): Country[] {
  const tag = LANGUAGE_TAG[locale];
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const byName = new Intl.Collator(tag).compare;
  return [...DIAL_CODES]
    .map(([code, dial]) => ({ code, dial, name: names.of(code) ?? code }))
    .sort((one, other) => byName(one.name, other.name));
}
