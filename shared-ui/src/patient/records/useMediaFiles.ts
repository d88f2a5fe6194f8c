import type { Media } from 'mock-api/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocale } from '../../platform/i18n/i18n.ts';
import { fetchMedia } from './media.ts';

/** A picture that goes with its screen may still be on its way into the page: its address outlives it so long, in milliseconds. */
const LINGERS_MS = 10_000;

/** How far a file has come; `url` is an object URL that lives as long as the screen, and a moment longer. */
export type MediaFile = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; url: string; blob: Blob };

/** Files that come with a screen. */
export interface MediaFiles {
  /** How far one has come. */
  fileOf(id: string): MediaFile;
  /** Fetches again what failed. */
  retry(): void;
}

const LOADING: MediaFile = { state: 'loading' };

/** Fetches pictures and documents with the session's token, all at once, and lets them go with the screen. */
export function useMediaFiles(media: Media[]): MediaFiles {
  // A refresh brings the same media in new objects: only other addresses are fetched anew.
  const list = JSON.stringify(media.map(({ id, url, type }) => ({ id, url, type })));
  const [files, setFiles] = useState<Record<string, MediaFile>>({});
  const [attempt, setAttempt] = useState(0);
  // A document may be another one in another language.
  const locale = useLocale();
  const wanted = useMemo(
    () => ({ attempt, locale, items: JSON.parse(list) as Pick<Media, 'id' | 'url' | 'type'>[] }),
    [list, attempt, locale],
  );
  useEffect(() => {
    let isOpen = true;
    const urls: string[] = [];
    const put = (id: string, file: MediaFile) => isOpen && setFiles((before) => ({ ...before, [id]: file }));
    setFiles({});
    const get = (item: (typeof wanted.items)[number]) =>
      fetchMedia(item).then(
        (blob) => {
          if (!isOpen) return;
          const url = URL.createObjectURL(blob);
          urls.push(url);
          put(item.id, { state: 'ready', url, blob });
        },
        (error) => {
          console.info('A picture or document could not be fetched', error);
          put(item.id, { state: 'failed' });
        },
      );
    for (const item of wanted.items) void get(item);
    return () => {
      isOpen = false;
      setTimeout(() => {
        for (const url of urls) URL.revokeObjectURL(url);
      }, LINGERS_MS);
    };
  }, [wanted]);
  return {
    fileOf: (id) => files[id] ?? LOADING,
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  };
}
