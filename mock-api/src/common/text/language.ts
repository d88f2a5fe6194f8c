/** The language of a hospital's words, where its system doesn't name it. */
import type { Text } from '../documents.ts';
import type { Locale } from '../i18n.ts';

/** What BCP 47 calls a language that is not known: screen readers then assume none. */
const UNKNOWN = 'und';

const FRENCH =
  /[éèêàçôûùîœ]|\b(le|la|les|un|une|des|du|de|et|au|aux|par|pour|avec|sans|dans|pendant|avant|chaque|fois|jours?|heures?|matin|soir|repas|prendre|besoin|si|vous|votre)\b/gi;
const ENGLISH =
  /\b(the|an|of|and|with|without|take|one|two|daily|days?|hours?|times|every|each|by|mouth|for|before|after|if|needed|as|to|at|morning|evening|night|bedtime|you|your)\b/gi;

const countOf = (words: string, pattern: RegExp) => words.match(pattern)?.length ?? 0;

/** Returns French or English if a text has clearly more of its words. */
function languageOf(words: string): 'fr' | 'en' | undefined {
  const [french, english] = [countOf(words, FRENCH), countOf(words, ENGLISH)];
  if (french > english * 2) return 'fr';
  return english > french * 2 ? 'en' : undefined;
}

const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'en' in value && 'fr' in value && typeof value.en === 'string';

function collect(value: unknown, into: Text[]): void {
  if (isText(value)) into.push(value);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) collect(item, into);
}

/** Returns whether words are the hospital's: they are the same for all readers, and more than a unit such as g. */
const isHospitalText = ({ en, fr }: Text) => en === fr && /\p{L}{3}/u.test(en);

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

/**
 * Returns which texts of an item are in the hospital's words, with their language, for a reader of another one; without
 * any, no field. @param language what `languageIn` says of the whole document
 */
export function languagesOf<Name extends string>(
  texts: Record<Name, Text | null>,
  language: string | null,
  reader: Locale,
): { languages?: Partial<Record<Name, string>> } {
  if (language === null || language === reader) return {};
  const names = (Object.keys(texts) as Name[]).filter((name) => texts[name] !== null && isHospitalText(texts[name]));
  if (names.length === 0) return {};
  return { languages: Object.fromEntries(names.map((name) => [name, language])) as Partial<Record<Name, string>> };
}
