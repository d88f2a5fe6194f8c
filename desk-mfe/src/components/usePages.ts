import { useCallback, useState } from 'react';
import { useLoad, useSubmit } from 'shared-ui';
import { FURTHER_PAGE_SIZE, PAGE_SIZE } from '../api/page.ts';

interface Fetched<T> {
  /** The first page, by which one list is told from the next. */
  first: T[];
  list: number;
  items: T[];
  /** Id of the last entry that was fetched, whether it still stands in the list or not. */
  last: string | undefined;
  isWhole: boolean;
  added: string | undefined;
}

/** A list that comes page by page. */
export interface Pages<T> {
  state: 'loading' | 'ready' | 'failed';
  /** Counts the lists that have come: another search brings another list. */
  list: number;
  /** What has come so far; while another list is on its way, the one before. */
  items: T[];
  /** Whether there is no further page. */
  isWhole: boolean;
  /** Id of the first entry of the page that "Show more" has brought last; undefined until one came. */
  added: string | undefined;
  /** How the next page fares. */
  next: 'idle' | 'sending' | 'sent' | 'failed';
  /** Fetches the next page. */
  more(): void;
  /** Fetches the first page again. */
  retry(): void;
  /** Changes what has come, for what the desk itself has just done. The same function as long as it is the same list. */
  change(update: (items: T[]) => T[]): void;
}

const begin = <T extends { id: string }>(first: T[], list: number): Fetched<T> => ({
  first,
  list,
  items: first,
  last: first.at(-1)?.id,
  isWhole: first.length < PAGE_SIZE,
  added: undefined,
});

const add = <T extends { id: string }>(before: Fetched<T>, page: T[]): Fetched<T> => ({
  ...before,
  items: [...before.items, ...page],
  last: page.at(-1)?.id ?? before.last,
  isWhole: page.length < FURTHER_PAGE_SIZE,
  added: page[0]?.id,
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
  if (value && fetched?.first !== value) setFetched(begin(value, (fetched?.list ?? 0) + 1));
  const current = fetched?.first;
  const update = useCallback(
    (change: (before: Fetched<T>) => Fetched<T>) =>
      // A page that comes after the list has changed belongs to no list any more.
      setFetched((before) => (before && before.first === current ? change(before) : before)),
    [current],
  );
  const change = useCallback<Pages<T>['change']>(
    (next) => update((before) => ({ ...before, items: next(before.items) })),
    [update],
  );
  const next = useSubmit(async () => {
    const page = await fetchPage(fetched?.last);
    update((before) => add(before, page));
  });
  return {
    state,
    list: fetched?.list ?? 0,
    items: fetched?.items ?? [],
    isWhole: fetched?.isWhole ?? true,
    added: fetched?.added,
    next: next.state,
    more: () => void next.submit(),
    retry,
    change,
  };
}
