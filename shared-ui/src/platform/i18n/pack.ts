/** Language packs in pages: published texts of a language, which are laid over those of the build. */
import type { Language } from '../../contract/languages/languages.ts';
import type { PackedTexts } from '../../contract/languages/pack.ts';
import { englishOf, flattenTexts } from '../../contract/languages/review.ts';
import { sourceMark } from '../../contract/languages/source-mark.ts';
import type { Catalogue } from './translator.ts';

/** Fetches the texts of the pack that is in force for a language; undefined if there is none. */
type LoadPack = (language: Language) => Promise<PackedTexts | undefined>;

let loadPack: LoadPack = async () => undefined;

/** Packs by language: all packages of a page share one request. */
const packs = new Map<Language, Promise<PackedTexts | undefined>>();

/** Sets how packs are fetched. The shell calls it once, before it fetches any texts. */
export function setPackLoader(load: LoadPack): void {
  loadPack = load;
  packs.clear();
}

/** Returns the texts of a language's pack; undefined if there is none, or if it can't be fetched. */
export function packOf(language: Language): Promise<PackedTexts | undefined> {
  const load = () =>
    loadPack(language).catch((error: unknown) => {
      console.info(`The language pack of ${language} could not be fetched`, error);
      return undefined;
    });
  const pack = packs.get(language) ?? load();
  packs.set(language, pack);
  return pack;
}

const placeholdersIn = (text = ''): string[] => text.match(/\{\{\w+\}\}/g) ?? [];

const PLURAL = /_(zero|one|two|few|many|other)$/;

/**
 * Returns the texts of a pack that fit a package's English ones: with a known key, placeholders that English has, and
 * translated from this very text. Texts of all of the package's catalogues count, as some screens have two of them.
 * @param name the catalogue, such as `timeline-mfe/requests`
 */
export function textsFor(name: string, english: Catalogue, pack: PackedTexts): Map<string, string> {
  const sources = new Map(flattenTexts(english));
  const [owner = ''] = name.split('/');
  const others = Object.keys(pack).filter((id) => id === owner || id.startsWith(`${owner}/`));
  const fitting = new Map<string, string>();
  // Its own catalogue is last, and wins.
  for (const id of [...others, name])
    for (const [key, { of, text }] of Object.entries(pack[id] ?? {})) {
      const source = englishOf(sources, key);
      if (source === undefined || sourceMark(source) !== of) continue;
      const known = [source, sources.get(key.replace(PLURAL, '_one'))].flatMap(placeholdersIn);
      if (placeholdersIn(text).every((one) => known.includes(one))) fitting.set(key, text);
    }
  return fitting;
}
