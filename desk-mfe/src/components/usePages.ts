import { useState } from 'react';
import { useLoad, useSubmit } from 'shared-ui';
import { PAGE_SIZE } from '../api/page.ts';

interface Fetched<T> {
  /** The first page, by which one list is told from the next. */
  first: T[];
  items: T[];
  /** Id of the last entry that was fetched, whether it still stands in the list or not. */
  last: string | undefined;
  isWhole: boolean;
}

/** A list that comes page by page. */
export interface Pages<T> {
  state: 'loading' | 'ready' | 'failed';
  /** What has come so far; while another list is on its way, the one before. */
  items: T[];
  /** Whether there is no further page. */
  isWhole: boolean;
  /** How the next page fares. */
  next: 'idle' | 'sending' | 'sent' | 'failed';
  /** Fetches the next page. */
  more(): void;
  /** Fetches the first page again. */
  retry(): void;
  /** Changes what has come, for what the desk itself has just done. */
  change(update: (items: T[]) => T[]): void;
}

const begin = <T extends { id: string }>(first: T[]): Fetched<T> => ({
  first,
  items: first,
  last: first.at(-1)?.id,
  isWhole: first.length < PAGE_SIZE,
});

const add = <T extends { id: string }>(before: Fetched<T>, page: T[]): Fetched<T> => ({
  ...before,
  items: [...before.items, ...page],
  last: page.at(-1)?.id ?? before.last,
  isWhole: page.length < PAGE_SIZE,
});

/**
 * A list of the API's, page by page.
 * @param fetchPage the page that comes after the entry with this id; without one, the first
 * @param deps what makes it another list, as for `useLoad`
 */
export function usePages<T extends { id: string }>(
  fetchPage: (after?: string) => Promise<T[]>,
  deps: readonly unknown[],
): Pages<T> {
  const { state, value, retry } = useLoad(() => fetchPage(), deps);
  const [fetched, setFetched] = useState<Fetched<T>>();
  if (value && fetched?.first !== value) setFetched(begin(value));
  const change = (update: (before: Fetched<T>) => Fetched<T>) =>
    // A page that comes after the list has changed belongs to no list any more.
    setFetched((before) => (before && before.first === fetched?.first ? update(before) : before));
  const next = useSubmit(async () => {
    const page = await fetchPage(fetched?.last);
    change((before) => add(before, page));
  });
  return {
    state,
    items: fetched?.items ?? [],
    isWhole: fetched?.isWhole ?? true,
    next: next.state,
    more: () => void next.submit(),
    retry,
    change: (update) => change((before) => ({ ...before, items: update(before.items) })),
  };
}
