import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catalogue, readCatalogues, translationOf } from 'server-kit/languages/catalogues';
import { checkLanguage } from 'server-kit/languages/check';
import { readReview } from 'server-kit/languages/signatures';
import { PlainError } from 'server-kit/plain-error';
import type { Declaration } from 'shared-ui/contract';
import {
  LANGUAGE_CONTRACT,
  PACK_FILE,
  type PackedLanguage,
  type PackedTexts,
  type PackTexts,
  packName,
  sourceMark,
} from 'shared-ui/contract/language-pack';
import { isLanguage, LANGUAGES } from 'shared-ui/contract/languages';
import { englishOf } from 'shared-ui/contract/review';

/** What a pack is made of. */
export interface PackSource {
  texts: PackTexts;
  state: PackedLanguage['state'];
  /** How many critical texts were left out because they are unsigned. */
  unsigned: number;
}

/** Packs are for pages. API and gateway have texts that they read themselves, for messages and documents. */
const isForPages = ({ fileOf }: Catalogue) => !/^(mock-api|gateway)\//.test(fileOf('en'));

/** Returns a language's texts in this repository. Unsigned critical texts are left out. @throws PlainError for faults */
export async function packOfRepository(tag: string, root: string): Promise<PackSource> {
  const { missing, faults, texts } = checkLanguage(tag, root);
  if (texts === 0) throw new PlainError(`There are no texts in ${tag} here.`);
  if (faults.length > 0) throw new PlainError(`${tag} has faults:\n${faults.join('\n')}`);
  const unsigned = new Set((await readReview(tag, root)).unsigned.map(({ id }) => id));
  const packed = readCatalogues(root)
    .filter(isForPages)
    .map((catalogue) => {
      const signed = [...translationOf(catalogue, tag, root)].filter(
        ([key]) => !unsigned.has(`${catalogue.id}:${key}`),
      );
      return [catalogue.id, Object.fromEntries(signed)] as const;
    });
  const isComplete = missing.length === 0 && unsigned.size === 0;
  return { texts: Object.fromEntries(packed), state: isComplete ? 'reviewed' : 'machine', unsigned: unsigned.size };
}

/** Returns a language's name and direction: those of the product's list, else those that Intl knows. */
function describeLanguage(tag: string, state: PackedLanguage['state']): PackedLanguage {
  if (isLanguage(tag)) return { tag, name: LANGUAGES[tag].name, direction: LANGUAGES[tag].direction, state };
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  const { script } = new Intl.Locale(tag).maximize();
  return { tag, name, direction: RIGHT_TO_LEFT.has(script ?? '') ? 'rtl' : 'ltr', state };
}

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** Returns the texts with marks of the English ones that they translate. */
function marked(texts: PackTexts, root: string): PackedTexts {
  const english = new Map(readCatalogues(root).map((catalogue) => [catalogue.id, catalogue.english]));
  const packed = Object.entries(texts).map(([id, own]) => {
    const sources = english.get(id) ?? new Map<string, string>();
    const mark = (key: string) => sourceMark(englishOf(sources, key) ?? '');
    return [id, Object.fromEntries(Object.entries(own).map(([key, text]) => [key, { of: mark(key), text }]))] as const;
  });
  return Object.fromEntries(packed);
}

/** Writes a pack as the build of a remote that has texts only. */
export async function writePack(
  dir: string,
  tag: string,
  version: string,
  { texts, state }: PackSource,
  root: string,
): Promise<void> {
  const language = describeLanguage(tag, state);
  const name = packName(tag);
  const declaration: Declaration = {
    name,
    version,
    contract: LANGUAGE_CONTRACT,
    container: `lodestar_${name.replaceAll('-', '_')}`,
    entry: PACK_FILE,
    expose: './texts',
    shared: {},
    locales: [tag],
    language,
  };
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, PACK_FILE), JSON.stringify(marked(texts, root)));
  await writeFile(join(dir, 'remote.json'), JSON.stringify(declaration));
}
