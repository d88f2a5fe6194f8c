import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import { type Catalogue, readCatalogues, readTexts, type Texts, translationOf } from 'server-kit/languages/catalogues';
import { wantedKeys } from 'server-kit/languages/plurals';
import { PlainError } from 'server-kit/plain-error';
import { flattenTexts } from 'shared-ui/contract/review';

/** File -> key -> the English text and, by the language's tag, the empty text to fill in. */
export type Missing = Record<string, Record<string, Record<string, string>>>;

/** Returns what a language lacks, by file. */
export function missingTexts(tag: string, root: string): Missing {
  const files = readCatalogues(root).map((catalogue) => {
    const has = translationOf(catalogue, tag, root);
    const lacking = wantedKeys(catalogue.english, tag).filter(({ key }) => !has.has(key));
    return [
      catalogue.fileOf(tag),
      Object.fromEntries(lacking.map(({ key, source }) => [key, { en: source, [tag]: '' }])),
    ] as const;
  });
  return Object.fromEntries(files.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** Returns texts in the objects of English, whose order they keep. */
function inShape(shape: Texts, texts: ReadonlyMap<string, string>, order: readonly string[]): Texts {
  const nested: Texts = {};
  for (const key of order) {
    const text = texts.get(key);
    if (text !== undefined) place(nested, shape, key, text);
  }
  return nested;
}

/** Objects are found by the English file: keys of the API's texts have full stops and no objects. */
function place(into: Texts, shape: Texts, key: string, text: string): void {
  const folder = Object.keys(shape).find((name) => typeof shape[name] === 'object' && key.startsWith(`${name}.`));
  const inner = folder === undefined ? undefined : shape[folder];
  if (folder === undefined || typeof inner !== 'object') {
    into[key] = text;
    return;
  }
  const existing = into[folder];
  const below = typeof existing === 'object' ? existing : {};
  into[folder] = below;
  place(below, inner, key.slice(folder.length + 1), text);
}

function filledTexts(catalogue: Catalogue, tag: string, filled: unknown): [key: string, text: string][] {
  const file = catalogue.fileOf(tag);
  const wanted = new Set(wantedKeys(catalogue.english, tag).map(({ key }) => key));
  return Object.entries(Object(filled)).flatMap(([key, entry]): [string, string][] => {
    if (!wanted.has(key)) throw new PlainError(`${file}: "${key}" is no key of English, or a plural form too many.`);
    const text = isRecord(entry) ? entry[tag] : entry;
    if (typeof text !== 'string') throw new PlainError(`${file}: "${key}" has no text under "${tag}".`);
    return text.trim() === '' ? [] : [[key, text]];
  });
}

/**
 * Writes translations of the form that `missing` prints into the language's files. Empty ones are left out.
 * Returns how many there were.
 * @throws PlainError for a file or key that English lacks; nothing is written then
 */
export async function fillIn(tag: string, filled: Record<string, unknown>, root: string): Promise<number> {
  const catalogues = new Map(readCatalogues(root).map((catalogue) => [catalogue.fileOf(tag), catalogue]));
  const written = Object.entries(filled).map(([file, entries]) => {
    const catalogue = catalogues.get(file);
    if (!catalogue) throw new PlainError(`${file} is no file of the language ${tag}.`);
    return { file, catalogue, texts: filledTexts(catalogue, tag, entries) };
  });
  for (const { file, catalogue, texts } of written) {
    const path = join(root, file);
    const known = existsSync(path) ? flattenTexts(readTexts(path)) : [];
    const all = new Map([...known, ...texts]);
    const order = wantedKeys(catalogue.english, tag).map(({ key }) => key);
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, `${JSON.stringify(inShape(catalogue.shape, all, order), undefined, 2)}\n`);
  }
  return written.reduce((sum, { texts }) => sum + texts.length, 0);
}
