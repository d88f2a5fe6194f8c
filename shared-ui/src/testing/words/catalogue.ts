import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../platform/i18n/translator.ts';

type Flat = Map<string, string>;

/** Where French text must not wrap: between "était-" and "elle claire?", or before a colon. */
const BREAKING = /\p{L}-(t-)?(je|tu|il|elle|on|nous|vous|ils|elles|ce|le|la|les|moi)(?!\p{L})|« | [:»%]/u;

/** Spaces before ? ! ; (Canadian French has none), and none where one belongs: before : » %, or after «. */
const MISSPACED = /\s[?!;]|[\p{L}\p{N})}…](?::(?!\/\/)|[»%])|«(?!\u00a0)/u;

/** Words that aren't Quebec's, or not the one that we use: "poste des soins infirmiers", "cellulaire", "messages textes". */
const OTHER_WORDS = /comptoir|(téléphone|numéro( de)?) mobile|messages texte\b|radiologue|\bDr\. |salle \d|\de étage/i;

/** Returns whether a French text may wrap where it must not, or has wrong spaces around punctuation. */
export const isMisspaced = (text: string) => BREAKING.test(text) || MISSPACED.test(text);

const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(catalogue: Catalogue, prefix = ''): Flat {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

const baseKeys = (flat: Flat) => [...new Set([...flat.keys()].map((key) => key.replace(PLURAL, '')))].sort();

/** Returns the `{{names}}` that a text expects, over all its plural forms. */
function placeholders(flat: Flat, base: string): string[] {
  const forms = [...flat].filter(([key]) => key.replace(PLURAL, '') === base).map(([, text]) => text);
  return [...new Set(forms.flatMap((text) => text.match(/\{\{\w+\}\}/g) ?? []))].sort();
}

/** Returns a line for each key of the other language that a file lacks. */
function missing(flat: Flat, other: Flat, file: string): string[] {
  const keys = new Set(baseKeys(flat));
  return baseKeys(other).flatMap((key) => (keys.has(key) ? [] : [`locales/${file}: "${key}" is missing`]));
}

function pluralForms(flat: Flat, base: string): string[] {
  return [...flat.keys()].filter((key) => PLURAL.test(key) && key.replace(PLURAL, '') === base);
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}

/** Returns whether code names a key: whole (`'a.b'`), or as a template over a union (`` `a.${kind}` ``). */
function isUsed(key: string, code: string): boolean {
  if (code.includes(`'${key}'`)) return true;
  const parts = key.split('.');
  return parts.slice(0, -1).some((_part, index) => code.includes(`\`${parts.slice(0, index + 1).join('.')}.\${`));
}

const read = (folder: string, file: string): Flat =>
  flatten(JSON.parse(readFileSync(join(folder, 'locales', file), 'utf8')) as Catalogue);

/** Returns the tags of the languages besides English and French that a part has. */
const otherLanguages = (folder: string, prefix: string): string[] =>
  readdirSync(join(folder, 'locales')).flatMap((file) => {
    const tag = file.startsWith(prefix) ? /^([\w-]+)\.json$/.exec(file.slice(prefix.length))?.[1] : undefined;
    return tag === undefined || tag === 'en' || tag === 'fr' ? [] : [tag];
  });

/** Returns a line for each fault of a translation, in which texts may be missing: they are shown in English. */
function faultsOf(flat: Flat, en: Flat, tag: string): string[] {
  const known = new Set(baseKeys(en));
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  return baseKeys(flat).flatMap((key) => {
    if (!known.has(key)) return [`${tag}: "${key}" is unknown`];
    const wanted = placeholders(en, key).join();
    const isCounted = pluralForms(en, key).length > 0;
    const expected = isCounted ? forms.map((form) => `${key}_${form}`) : [];
    return [
      ...(placeholders(flat, key).join() === wanted
        ? []
        : [`${tag}: "${key}" must have ${wanted || 'no placeholder'}`]),
      ...(pluralForms(flat, key).sort().join() === expected.sort().join()
        ? []
        : [`${tag}: "${key}" must have the forms ${forms.join(', ')}`]),
    ];
  });
}

/**
 * Defines the tests that every package's texts must pass: both languages have the same keys with the same placeholders,
 * no text is empty, French has the plural forms it needs (one, many, other), has the spaces of Canadian typography
 * and does not wrap where it must not (U+2011, U+00A0), and Quebec's words, and no key is unused. Other languages may lack
 * texts, but have no others, the same placeholders and the plural forms they need.
 * @param folder the package's `src`, which contains `locales/`
 * @param part part of the texts, if some are loaded later: `account` is `locales/account.en.json`
 */
export function testCatalogue(folder: string, part?: string): void {
  const prefix = part ? `${part}.` : '';
  const en = read(folder, `${prefix}en.json`);
  const fr = read(folder, `${prefix}fr.json`);

  test('English and French have the same keys', () => {
    expect([...missing(fr, en, `${prefix}fr.json`), ...missing(en, fr, `${prefix}en.json`)]).toEqual([]);
  });

  test('English and French texts have the same placeholders, and none is empty', () => {
    const differing = baseKeys(en).filter((key) => `${placeholders(en, key)}` !== `${placeholders(fr, key)}`);
    expect(differing).toEqual([]);
    expect([...en, ...fr].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('plural texts have every plural form of their language', () => {
    const counted = baseKeys(en).filter((key) => pluralForms(en, key).length > 0);
    for (const key of counted) {
      expect(pluralForms(en, key).sort()).toEqual([`${key}_one`, `${key}_other`]);
      expect(pluralForms(fr, key).sort()).toEqual([`${key}_many`, `${key}_one`, `${key}_other`]);
    }
  });

  test('French texts have the spaces of Canadian typography, and do not wrap between a verb and its pronoun', () => {
    expect([...fr].filter(([, text]) => isMisspaced(text))).toEqual([]);
  });

  test('French texts use the words of Quebec', () => {
    expect([...fr].filter(([, text]) => OTHER_WORDS.test(text))).toEqual([]);
  });

  test('other languages have no unknown keys, the same placeholders and their plural forms', () => {
    const faults = otherLanguages(folder, prefix).flatMap((tag) =>
      faultsOf(read(folder, `${prefix}${tag}.json`), en, tag),
    );
    expect(faults).toEqual([]);
  });

  test('no key is unused', () => {
    const code = sources(folder).join('\n');
    expect(baseKeys(en).filter((key) => !isUsed(key, code))).toEqual([]);
  });
}
