import { LANGUAGES, type Language, PSEUDO_LANGUAGES } from '../../contract/languages/languages.ts';
import type { PackedTexts } from '../../contract/languages/pack.ts';
import { flattenTexts, UNSIGNED } from '../../contract/languages/review.ts';
import { isObject } from '../../contract/schema/check.ts';
import { isProduction } from '../runtime.ts';
import { noteEnglish } from './english.ts';
import { packOf, textsFor } from './pack.ts';
import { type Catalogue, type Translate, translator } from './translator.ts';

/** Fetches one language's catalogue. Rejects with the code `MODULE_NOT_FOUND` if there is none. */
export type LoadCatalogue = (language: Language) => Promise<{ default: Catalogue }>;

const isMissing = (error: unknown): boolean => isObject(error) && error.code === 'MODULE_NOT_FOUND';

/** Returns a part's catalogue; an empty one if the language has none, so that its texts are English. */
async function catalogueOf(load: LoadCatalogue, language: Language): Promise<Catalogue> {
  try {
    return (await load(language)).default;
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}

const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

/**
 * One package's texts. English is always there; other languages are fetched, and fall back to it text by text.
 * Production shows critical texts in English until a reviewer has signed their translation.
 */
export class Texts {
  readonly #name: string;
  readonly #source: Catalogue;
  readonly #english: Translate<string>;
  /** The English texts in place of those that another language lacks. */
  readonly #fallback: Translate<string> = (key, values) => noteEnglish(this.#english(key, values));
  readonly #loads: readonly LoadCatalogue[];
  readonly #loaded = new Map<Language, Translate<string>>();
  readonly #loading = new Map<Language, Promise<boolean>>();
  readonly #failed = new Set<Language>();

  constructor(name: string, english: Catalogue, loads: readonly LoadCatalogue[] = []) {
    this.#name = name;
    this.#source = english;
    this.#loads = loads;
    this.#english = translator(name, LANGUAGES.en.tag, english);
    this.#loaded.set('en', this.#english);
  }

  /** Returns the texts in a language, or in English as long as they are missing. */
  in(language: Language): Translate<string> {
    return this.#loaded.get(language) ?? this.#fallback;
  }

  has(language: Language): boolean {
    return this.#loaded.has(language);
  }

  add(language: Language, catalogue: Catalogue): void {
    const { [UNSIGNED]: unsigned = '', ...texts } = catalogue;
    const shown = translator(this.#name, LANGUAGES[language].tag, texts, this.#fallback);
    const hidden = new Set(String(unsigned).split(' ').map(withoutPlural));
    this.#loaded.set(language, (key, values) =>
      hidden.has(key) && isProduction() ? this.#fallback(key, values) : shown(key, values),
    );
  }

  /** Fetches the texts in a language, also after a failure. Resolves with whether they are there. */
  load(language: Language): Promise<boolean> {
    if (this.has(language)) return Promise.resolve(true);
    const known = this.#loading.get(language) ?? this.#fetch(language);
    this.#loading.set(language, known);
    return known;
  }

  /** Returns what a screen must wait for; undefined if the texts are there, or can't be fetched and stay English. */
  pending(language: Language): Promise<boolean> | undefined {
    return this.has(language) || this.#failed.has(language) ? undefined : this.load(language);
  }

  async #parts(language: Language): Promise<Catalogue[]> {
    if (PSEUDO_LANGUAGES.includes(language))
      return [(await import('./pseudo.ts')).pseudoCatalogue(this.#source, LANGUAGES[language].direction)];
    return Promise.all(this.#loads.map((load) => catalogueOf(load, language)));
  }

  /** Lays the texts of a pack, which people have signed, over those of the build. */
  #withPack(built: Catalogue, pack: PackedTexts | undefined): Catalogue {
    if (pack === undefined) return built;
    const published = textsFor(this.#name, this.#source, pack);
    const { [UNSIGNED]: unsigned = '', ...texts } = built;
    const stillUnsigned = String(unsigned)
      .split(' ')
      .filter((key) => !published.has(key));
    return { ...Object.fromEntries([...flattenTexts(texts), ...published]), [UNSIGNED]: stillUnsigned.join(' ') };
  }

  async #fetch(language: Language): Promise<boolean> {
    try {
      const [pack, parts] = await Promise.all([packOf(language), this.#parts(language)]);
      const unsigned = parts.flatMap((part) => part[UNSIGNED] ?? []).join(' ');
      this.add(language, this.#withPack({ ...Object.assign({}, ...parts), [UNSIGNED]: unsigned }, pack));
      this.#failed.delete(language);
      return true;
    } catch (error) {
      console.info(`${this.#name} has no texts in ${language} for now`, error);
      this.#failed.add(language);
      return false;
    } finally {
      this.#loading.delete(language);
    }
  }
}
