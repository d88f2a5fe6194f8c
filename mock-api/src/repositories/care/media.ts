/** Pictures and documents: their description for clients, and their bytes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localized, type MediaDocument } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { Media } from '../../contract.ts';

/** Files of the demo's content. */
const FOLDER = join(import.meta.dirname, '../../demo/media');

/**
 * Returns the description for clients.
 * @param base URL below which the media of its owner are served
 */
export function toMedia(document: MediaDocument, base: string, locale: Locale): Media {
  const { file: _file, ...fields } = document;
  return { ...localized(fields, locale), url: `${base}/${document.id}` };
}

/** Reads the file of a medium in one language. Its name comes from stored content only, never from a request. */
export function readMedia({ file }: MediaDocument, locale: Locale): Promise<Buffer> {
  return readFile(join(FOLDER, typeof file === 'string' ? file : file[locale]));
}
