import { fromRight, isLanguage, isolate, LANGUAGES } from '../../contract/languages/languages.ts';

/** Nested texts, with plurals as `key_one`, `key_few`, `key_other` and so on (the format of i18next JSON v4). */
export interface Catalogue {
  [key: string]: string | Catalogue;
}

/** Values for a text: `{{name}}` is replaced with `name`; `count` also selects the plural. */
type TextValues = Record<string, string | number>;

export type Translate<K extends string> = (key: K, values?: TextValues) => string;

function flatten(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, entry]): [string, string][] =>
    typeof entry === 'string' ? [[prefix + key, entry]] : flatten(entry, `${prefix}${key}.`),
  );
}

/** Fills in the values. A value that ends with a full stop ("3:44 p.m.") also ends the sentence. */
function fillIn(text: string, values: TextValues, place: (value: string) => string): string {
  return text.replace(/(\{\{(\w+)\}\})(\.(?!\.))?/g, (_, placeholder: string, name: string, stop = '') => {
    const value = String(values[name] ?? placeholder);
    return place(value) + (value.endsWith('.') ? '' : stop);
  });
}

/**
 * Returns a function that finds a catalogue's texts by their dotted keys and fills in values. It escapes nothing, as
 * React escapes what it renders. A missing key is shown as is and reported with the name of the catalogue.
 * @param fallback finds the texts that the catalogue lacks
 */
export function translator(
  name: string,
  language: string,
  catalogue: Catalogue,
  fallback?: Translate<string>,
): Translate<string> {
  const isFromRight = isLanguage(language) && LANGUAGES[language].direction === 'rtl';
  // A Latin name or number would pull the words beside it to its own direction.
  const filled = (text: string, values: TextValues) =>
    isFromRight ? fromRight(fillIn(text, values, isolate)) : fillIn(text, values, String);
  let texts: Map<string, string> | undefined;
  let rules: Intl.PluralRules | undefined;
  const find = (key: string, count: string | number | undefined): string | undefined => {
    texts ??= new Map(flatten(catalogue));
    if (typeof count !== 'number') return texts.get(key);
    rules ??= new Intl.PluralRules(language);
    return texts.get(`${key}_${rules.select(count)}`) ?? texts.get(`${key}_other`) ?? texts.get(key);
  };
  return (key, values = {}) => {
    const text = find(key, values.count);
    if (text === undefined && fallback) return fallback(key, values);
    if (text === undefined) console.error(`${name} has no text "${key}" (${language})`);
    return text === undefined ? fillIn(key, values, String) : filled(text, values);
  };
}
