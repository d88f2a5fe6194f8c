import type { Media, Result } from 'mock-api/contract';
import { prefetch } from '../../platform/http/client.ts';
import { readFileThrough } from '../../platform/http/offline-cache.ts';

/** Fetches a picture or document of a result or event. Throws ApiFailure. */
export const fetchMedia = ({ url, type }: Pick<Media, 'url' | 'type'>): Promise<Blob> => readFileThrough(url, type);

/** Returns whether the file is a picture rather than a document. */
export const isPicture = ({ type }: Media): boolean => type.startsWith('image/');

/** Prefetches the first picture of a result, before the screen that shows it is rendered. */
export function prefetchPicture({ media }: Result): void {
  const first = media.find(isPicture);
  if (first) prefetch([first.url]);
}
