import type { Locale } from 'shared-ui';
import type { Language } from 'shared-ui/languages';

/** One medical term: how reports write it (`forms`, separated by `|`), and what it means. */
type Entry = Readonly<Record<'en' | 'fr', { forms: string; meaning: string }>>;

/** What terms mean in one language, by their first English form. */
export type Meanings = Readonly<Partial<Record<string, string>>>;

/** What a term means, and the language in which this is written. */
interface Meaning {
  text: string;
  language: Language;
}

/** A word of a text that the glossary explains, as the text writes it. */
export interface Term {
  word: string;
  meaning: Meaning;
}

/** Terms that a section has already explained. */
export type Explained = Set<Entry>;

interface Form {
  text: string;
  entry: Entry;
}

interface Index {
  pattern: RegExp;
  /** By the form in lower case. */
  forms: ReadonlyMap<string, Form[]>;
}

const EDGE = '[^\\p{L}\\p{N}]';

/** Reports write hyphens, apostrophes and spaces in several ways. */
const plain = (text: string) =>
  text
    .replace(/[-\u2010\u2011]/g, '-')
    .replace(/[’']/g, '’')
    .replace(/\s+/g, ' ');

const asPattern = (form: string) =>
  form
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/-/g, '[-\\u2010\\u2011]')
    .replace(/’/g, "[’']")
    .replace(/ /g, '\\s+');

function indexOf(entries: readonly Entry[], language: Locale): Index {
  const all = entries.flatMap((entry) => entry[language].forms.split('|').map((text) => ({ text, entry })));
  const forms = new Map<string, Form[]>();
  for (const form of all) forms.set(form.text.toLowerCase(), [...(forms.get(form.text.toLowerCase()) ?? []), form]);
  const longestFirst = [...forms.keys()].sort((one, other) => other.length - one.length).map(asPattern);
  return { pattern: new RegExp(`(^|${EDGE})(${longestFirst.join('|')})(?=$|${EDGE})`, 'giu'), forms };
}

/** Returns the name of a term, by which other languages have its meaning: its first English form. */
export const nameOf = (entry: Entry): string => entry.en.forms.split('|', 1).join();

/** Whether two forms are the same: words with capitals, such as CT, only as they are written. */
function isForm(word: string, form: string): boolean {
  const words = word.split(' ');
  return form.split(' ').every((part, index) => part === part.toLowerCase() || part === words[index]);
}

/** Sections of a text are separated by empty lines. */
const SECTION_END = /(\n\s*\n)/;

/** Finds the words of reports that the glossary explains: whole words only, the longest first. */
export class Glossary {
  readonly #entries: readonly Entry[];
  readonly #reader: Language;
  readonly #meanings: Meanings;
  readonly #indexes = new Map<Locale, Index>();

  /** @param meanings what terms mean in the reader's language, if that is neither English nor French */
  constructor(entries: readonly Entry[], reader: Language, meanings: Meanings = {}) {
    this.#entries = entries;
    this.#reader = reader;
    this.#meanings = meanings;
  }

  /** Returns a text in pieces, its terms among them, each once a section. @param language that of the text */
  piecesOf(text: string, language: Locale): (string | Term)[] {
    return text.split(SECTION_END).flatMap((section) => this.piecesOfSection(section, language, new Set()));
  }

  /** Returns a part of a section in pieces; terms in `explained` are skipped, the others are added to it. */
  piecesOfSection(text: string, language: Locale, explained: Explained): (string | Term)[] {
    const { pattern, forms } = this.#indexOf(language);
    const pieces: (string | Term)[] = [];
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      const [, edge = '', word = ''] = match;
      const written = plain(word);
      const form = forms.get(written.toLowerCase())?.find((one) => isForm(written, one.text));
      if (!form || explained.has(form.entry)) continue;
      explained.add(form.entry);
      const start = match.index + edge.length;
      pieces.push(text.slice(end, start), { word, meaning: this.#meaningOf(form.entry, language) });
      end = start + word.length;
    }
    return [...pieces, text.slice(end)].filter((piece) => piece !== '');
  }

  /** Returns what a term means in the reader's language, or, if that has no meaning for it, in the text's. */
  #meaningOf(entry: Entry, language: Locale): Meaning {
    const reader = this.#reader;
    if (reader === 'en' || reader === 'fr') return { text: entry[reader].meaning, language: reader };
    const text = this.#meanings[nameOf(entry)];
    return text === undefined ? { text: entry[language].meaning, language } : { text, language: reader };
  }

  #indexOf(language: Locale): Index {
    const index = this.#indexes.get(language) ?? indexOf(this.#entries, language);
    this.#indexes.set(language, index);
    return index;
  }
}
