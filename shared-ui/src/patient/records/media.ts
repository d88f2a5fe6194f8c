import type { Media, Result } from 'mock-api/contract';
import { prefetch } from '../../platform/http/client.ts';
import { readFileThrough } from '../../platform/http/offline-cache.ts';

/** The bytes of a picture or document of a result or event. Throws ApiFailure. */
export const fetchMedia = ({ url, type }: Pick<Media, 'url' | 'type'>): Promise<Blob> => readFileThrough(url, type);

/** A picture, as against a document. */
export const isPicture = ({ type }: Media): boolean => type.startsWith('image/');

/** Asks for the picture of a result that is looked at first, before the screen is there that shows it. */
export function prefetchPicture({ media }: Result): void {
  const first = media.find(isPicture);
  if (first) prefetch([first.url]);
}
