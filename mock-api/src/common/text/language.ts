/** The language of a hospital's words, where its system doesn't name it. */
import { type DeskLocale, isText, type Locale, type Text } from '../i18n.ts';
import { isSameForAll } from './known-texts.ts';

/** What BCP 47 calls a language that is not known: screen readers then assume none. */
const UNKNOWN = 'und';

const FRENCH =
  /[éèêàçôûùîœ]|\b(le|la|les|un|une|des|du|de|et|au|aux|par|pour|avec|sans|dans|pendant|avant|chaque|fois|jours?|heures?|matin|soir|repas|prendre|besoin|si|vous|votre)\b/gi;
const ENGLISH =
  /\b(the|an|of|and|with|without|take|one|two|daily|days?|hours?|times|every|each|by|mouth|for|before|after|if|needed|as|to|at|morning|evening|night|bedtime|you|your)\b/gi;

const countOf = (words: string, pattern: RegExp) => words.match(pattern)?.length ?? 0;

/** Returns French or English if a text has clearly more of its words. */
function languageOf(words: string): DeskLocale | undefined {
  const [french, english] = [countOf(words, FRENCH), countOf(words, ENGLISH)];
  if (french > english * 2) return 'fr';
  return english > french * 2 ? 'en' : undefined;
}

function collect(value: unknown, into: Text[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isText(value)) into.push(value);
  else for (const item of Object.values(value)) collect(item, into);
}

/** Returns whether words have a language: they are more than a figure with a unit such as g. */
const hasLanguage = (words: string) => /\p{L}{3}/u.test(words);

/** Returns whether words are the hospital's: they are the same for all readers. */
const isHospitalText = (text: Text) => isSameForAll(text) && hasLanguage(text.en);

/**
 * Returns the language (BCP 47) of the words in a document that are the same for all readers, as far as their words
 * tell: `und` if they don't. Null if the document has none, or also words of ours, which are in the reader's language.
 */
export function languageIn(document: unknown): string | null {
  const texts: Text[] = [];
  collect(document, texts);
  const own = texts.filter(isHospitalText);
  if (own.length === 0) return null;
  const language = languageOf(own.map(({ en }) => en).join('\n'));
  return language ?? (texts.every(({ en, fr }) => en === fr) ? UNKNOWN : null);
}

/** Returns the language of a text if it isn't the reader's, and is known. */
function languageFor(text: Text, language: string | null, reader: Locale): string | undefined {
  if (isHospitalText(text)) return language === null || language === reader ? undefined : language;
  return text[reader] === undefined && hasLanguage(text.en) ? 'en' : undefined;
}

/**
 * Returns which texts of an item are in another language than the reader's, as they are the hospital's or not
 * translated yet, with that language; without any, no field.
 * @param language what `languageIn` says of the whole document
 */
export function languagesOf<Name extends string>(
  texts: Record<Name, Text | null>,
  language: string | null,
  reader: Locale,
): { languages?: Partial<Record<Name, string>> } {
  const marked = Object.entries<Text | null>(texts).flatMap(([name, text]) => {
    const other = text === null ? undefined : languageFor(text, language, reader);
    return other === undefined ? [] : [[name, other]];
  });
  return marked.length === 0 ? {} : { languages: Object.fromEntries(marked) as Partial<Record<Name, string>> };
}

/**
 * Returns the language of a text as a field; no field if it is the reader's or the words have none.
 * @param language what `languageIn` says of the document that the text is part of
 */
export function languageField(text: Text, reader: Locale, language = languageIn({ text })): { language?: string } {
  const other = languageFor(text, language, reader);
  return other === undefined ? {} : { language: other };
}
