/** Pictures and documents: what a client is told of them, and their bytes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Media } from '../contract.ts';
import { localized, type MediaDocument } from '../documents.ts';
import type { Locale } from '../i18n.ts';

/** The files of the demo's content. */
const FOLDER = join(import.meta.dirname, '../demo/media');

/** What a client is told; `base` is where the media of its owner are served. */
export function toMedia(document: MediaDocument, base: string, locale: Locale): Media {
  const { file: _file, ...told } = document;
  return { ...localized(told, locale), url: `${base}/${document.id}` };
}

/** The file of a medium in one language. Its name comes from stored content only, never from a request. */
export function readMedia({ file }: MediaDocument, locale: Locale): Promise<Buffer> {
  return readFile(join(FOLDER, typeof file === 'string' ? file : file[locale]));
}
