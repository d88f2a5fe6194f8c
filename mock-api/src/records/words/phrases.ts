/** The product's own words around what the hospital's system says, from `locales/records.<tag>.json`. */
import { Catalogues, inEach, type PluralFree, type Text, textIn, type Values } from '../../common/i18n.ts';
import en from '../../locales/records.en.json' with { type: 'json' };

type Phrase = PluralFree<keyof typeof en>;

const CATALOGUES = new Catalogues<Phrase>(['records']);

/**
 * Returns a phrase in every language, with its `{name}` placeholders filled in by values of the same language.
 * @param count chooses the plural form; by default the first number among the values
 */
export const filled = (key: Phrase, values?: Values, count?: number): Text => CATALOGUES.all(key, values, count);

/** Every phrase that takes no values. */
export const PHRASES = Object.fromEntries(
  Object.keys(en).map((key) => [key, CATALOGUES.has(key) ? filled(key) : undefined]),
) as Readonly<Record<Phrase, Text>>;

/** Returns the phrase `<family>.<code>` for a code of the source, if there is one. */
export function phraseKey<Family extends string>(
  family: Family,
  code: string | undefined,
): Extract<Phrase, `${Family}.${string}`> | undefined {
  const key = `${family}.${code}`;
  return CATALOGUES.has(key) ? (key as Extract<Phrase, `${Family}.${string}`>) : undefined;
}

/** Returns texts as one, without those that are missing or empty. */
export const listed = (texts: readonly (Text | undefined)[], separator: 'comma' | 'semicolon'): Text =>
  inEach((locale) =>
    texts.flatMap((text) => (text && textIn(text, locale)) || []).join(textIn(PHRASES[separator], locale)),
  );
