import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The languages of the product. */
export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];

/** Where the words lie that a test names by `catalogue.key`, from the repository's root, up to the language. */
const CATALOGUES = {
  api: 'mock-api/src/locales/',
  account: 'onboarding-mfe/src/locales/account.',
  desk: 'desk-mfe/src/locales/',
  onboarding: 'onboarding-mfe/src/locales/',
  requests: 'timeline-mfe/src/locales/requests.',
  shell: 'shell/src/locales/',
  timeline: 'timeline-mfe/src/locales/',
} as const;

type Catalogue = keyof typeof CATALOGUES;

/** Returns the product's own words for a key, with the values in their places. Throws where there are none. */
export type Translate = (key: `${Catalogue}.${string}`, values?: Record<string, string | number>) => string;

function read(catalogue: Catalogue, locale: Locale): unknown {
  const file = new URL(`../../${CATALOGUES[catalogue]}${locale}.json`, import.meta.url);
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8'));
}

/** The API's keys stand in one row, those of the screens in each other. */
function lookUp(words: unknown, key: string): unknown {
  const own = (of: unknown, name: string) => (of as Record<string, unknown> | undefined)?.[name];
  return own(words, key) ?? key.split('.').reduce(own, words);
}

/** The product's words in one language: a journey that is taken in each of them names them by their keys. */
export function wordsOf(locale: Locale): Translate {
  const known = new Map<Catalogue, unknown>();
  return (key, values = {}) => {
    const [name = '', ...rest] = key.split('.');
    const catalogue = name as Catalogue;
    const words = known.get(catalogue) ?? read(catalogue, locale);
    known.set(catalogue, words);
    const found = lookUp(words, rest.join('.'));
    if (typeof found !== 'string') throw new Error(`There are no words for ${key}`);
    return Object.entries(values).reduce(
      (text, [value, given]) => text.replace(new RegExp(`\\{?\\{${value}\\}\\}?`), String(given)),
      found,
    );
  };
}
