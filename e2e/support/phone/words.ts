import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromRight, isolate, LANGUAGES, type Language } from 'shared-ui/contract/languages';

export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];

/** Path prefixes, from the repository's root, of the catalogues that tests refer to as `catalogue.key`. */
const CATALOGUES = {
  api: 'mock-api/src/locales/',
  demo: 'mock-api/src/locales/demo.',
  account: 'onboarding-mfe/src/locales/account.',
  desk: 'desk-mfe/src/locales/',
  onboarding: 'onboarding-mfe/src/locales/',
  requests: 'timeline-mfe/src/locales/requests.',
  ask: 'shared-ui/src/patient/requests/locales/',
  shared: 'shared-ui/src/locales/',
  shell: 'shell/src/locales/',
  screens: 'timeline-mfe/src/locales/screens.',
  surveys: 'surveys-mfe/src/locales/',
  timeline: 'timeline-mfe/src/locales/',
} as const;

type Catalogue = keyof typeof CATALOGUES;

/** Returns the product's text for a key, with the values inserted. Throws for an unknown key. */
export type Translate = (key: `${Catalogue}.${string}`, values?: Record<string, string | number>) => string;

function read(catalogue: Catalogue, locale: Language): unknown {
  const file = new URL(`../../../${CATALOGUES[catalogue]}${locale}.json`, import.meta.url);
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8'));
}

/** The API's keys are flat, those of the screens are nested. */
function lookUp(words: unknown, key: string): unknown {
  const own = (of: unknown, name: string) => (of as Record<string, unknown> | undefined)?.[name];
  return own(words, key) ?? key.split('.').reduce(own, words);
}

/** Returns a lookup of the product's texts in one language, for journeys that run in each language. */
export function wordsOf(locale: Language): Translate {
  const known = new Map<Catalogue, unknown>();
  return (key, values = {}) => {
    const [name = '', ...rest] = key.split('.');
    const catalogue = name as Catalogue;
    const words = known.get(catalogue) ?? read(catalogue, locale);
    known.set(catalogue, words);
    const found = lookUp(words, rest.join('.'));
    if (typeof found !== 'string') throw new Error(`There are no words for ${key}`);
    // As the product does in a text from right to left.
    const isFromRight = LANGUAGES[locale].direction === 'rtl';
    const place = isFromRight ? isolate : String;
    const said = Object.entries(values).reduce(
      (text, [value, given]) => text.replace(new RegExp(`\\{?\\{${value}\\}\\}?`), place(String(given))),
      found,
    );
    return isFromRight ? fromRight(said) : said;
  };
}
