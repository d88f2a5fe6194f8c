/** Nested texts, with plurals as `key_one` / `key_many` / `key_other` (the format of i18next JSON v4). */
export interface Catalogue {
  [key: string]: string | Catalogue;
}

/** Values for a text: `{{name}}` is replaced with `name`; `count` also selects the plural. */
export type TextValues = Record<string, string | number>;

function flatten(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, entry]): [string, string][] =>
    typeof entry === 'string' ? [[prefix + key, entry]] : flatten(entry, `${prefix}${key}.`),
  );
}

const filled = (text: string, values: TextValues) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));

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
    if (text === undefined) console.error(`The words of ${name} lack "${key}" (${language})`);
    return filled(text ?? key, values);
  };
}
