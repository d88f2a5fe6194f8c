import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLanguage } from 'shared-ui/contract/languages';
import { catalogueOf, flattenTexts } from 'shared-ui/contract/review';
import { isRecord, parseJson } from '../fields.ts';
import { PlainError } from '../plain-error.ts';

/** Nested texts of one file. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Texts by their whole key, in the file's order. */
export type Flat = ReadonlyMap<string, string>;

/** The texts of one part of a package, in all languages. */
export interface Catalogue {
  /** Package, folders and part, such as `timeline-mfe/requests` or `mock-api`. */
  id: string;
  english: Flat;
  /** The English file's objects: files of other languages have the same. */
  shape: Texts;
  /** Path of a language's file from the repository's root. */
  fileOf(tag: string): string;
}

/** Texts that only staff and developers read: the desk, and what exists in development, stay in English and French. */
const STAFF_FILES = /^(desk-mfe|tools|e2e|docs|shell\/src\/(development|override))\/|\/locales\/desk\.en\.json$/;

const ENGLISH_FILE = /^(?<folder>.*\/locales\/)(?<part>(?:[\w-]+\.)*)en\.json$/;

function isTexts(value: unknown): value is Texts {
  return isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string' || isTexts(entry));
}

/** @throws PlainError for a file that isn't JSON, or has something else than texts */
export function readTexts(path: string): Texts {
  const texts = parseJson(readFileSync(path, 'utf8'), path);
  if (!isTexts(texts)) throw new PlainError(`${path} must hold texts and objects of texts only.`);
  return texts;
}

/** Returns every catalogue of texts that patients and supporters read, by its file's path. */
export function readCatalogues(root: string): Catalogue[] {
  const files = globSync('{*/src/**,gateway}/locales/*en.json', { cwd: root, exclude: ['**/node_modules'] }).sort();
  return files.flatMap((file) => {
    const { folder, part = '' } = ENGLISH_FILE.exec(file)?.groups ?? {};
    if (folder === undefined || STAFF_FILES.test(file)) return [];
    const id = catalogueOf(file);
    const shape = readTexts(join(root, file));
    const english = new Map(flattenTexts(shape));
    return [{ id, english, shape, fileOf: (tag: string) => `${folder}${part}${tag}.json` }];
  });
}

/** Returns what a language has of a catalogue; empty without a file. */
export function translationOf(catalogue: Catalogue, tag: string, root: string): Flat {
  const path = join(root, catalogue.fileOf(tag));
  return new Map(existsSync(path) ? flattenTexts(readTexts(path)) : []);
}

/**
 * Reads a language's tag. The product's own stay as they are: the canonical tag of `tl` would be `fil`.
 * @throws PlainError for what is no language tag, such as `zh_Hans`
 */
export function readTag(input: string | undefined): string {
  if (isLanguage(input) && input !== 'en') return input;
  try {
    const [tag] = Intl.getCanonicalLocales(input);
    if (tag !== undefined && tag !== 'en') return tag;
  } catch {}
  throw new PlainError(`Name the language by its tag, such as es or zh-Hant, not "${input ?? ''}".`);
}
