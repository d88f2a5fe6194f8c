import type { Media, Result } from 'mock-api/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { prefetch } from '../../platform/http/client.ts';
import { logUnexpected } from '../../platform/http/failure.ts';
import { readFileThrough } from '../../platform/http/offline-cache.ts';
import { onReconnect } from '../../platform/http/reconnect.ts';
import { useLanguage } from '../../platform/i18n/i18n.ts';

/** Returns whether the file is a picture rather than a document. */
export const isPicture = ({ type }: Media): boolean => type.startsWith('image/');

/** Prefetches the first picture of a result, before the screen that shows it is rendered. */
export function prefetchPicture({ media }: Result): void {
  const first = media.find(isPicture);
  if (first) prefetch([first.url]);
}

/** Delay between closing a screen and revoking its object URLs (ms): a picture may still be loading from one. */
const REVOKE_DELAY_MS = 10_000;

/** Fetch state of a file. `url` is an object URL, valid while the screen is open and a moment longer. */
export type MediaFile = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; url: string; blob: Blob };

/** Files shown on a screen. */
export interface MediaFiles {
  fileOf(id: string): MediaFile;
  retry(): void;
}

const LOADING: MediaFile = { state: 'loading' };

/** Fetches pictures and documents in parallel with the session's token, and releases them when the screen closes. */
export function useMediaFiles(media: Media[]): MediaFiles {
  // Compared by content: a refresh brings the same media in new objects, which must not be fetched again.
  const list = JSON.stringify(media.map(({ id, url, type }) => ({ id, url, type })));
  const [files, setFiles] = useState<Record<string, MediaFile>>({});
  const [attempt, setAttempt] = useState(0);
  // A document may differ by language.
  const locale = useLanguage();
  const request = useMemo(
    () => ({ attempt, locale, items: JSON.parse(list) as Pick<Media, 'id' | 'url' | 'type'>[] }),
    [list, attempt, locale],
  );
  useEffect(() => {
    let isOpen = true;
    const urls: string[] = [];
    const put = (id: string, file: MediaFile) => isOpen && setFiles((before) => ({ ...before, [id]: file }));
    setFiles({});
    const get = (item: (typeof request.items)[number]) =>
      readFileThrough(item.url, item.type).then(
        (blob) => {
          if (!isOpen) return;
          const url = URL.createObjectURL(blob);
          urls.push(url);
          put(item.id, { state: 'ready', url, blob });
        },
        (error) => {
          logUnexpected('A picture or document could not be fetched', error);
          put(item.id, { state: 'failed' });
        },
      );
    for (const item of request.items) void get(item);
    return () => {
      isOpen = false;
      setTimeout(() => {
        for (const url of urls) URL.revokeObjectURL(url);
      }, REVOKE_DELAY_MS);
    };
  }, [request]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const hasFailed = Object.values(files).some(({ state }) => state === 'failed');
  useEffect(() => (hasFailed ? onReconnect(retry) : undefined), [hasFailed, retry]);
  return { fileOf: (id) => files[id] ?? LOADING, retry };
}
