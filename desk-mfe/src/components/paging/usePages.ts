import { useCallback, useState } from 'react';
import { useLoad, useSubmit } from 'shared-ui';
import { FURTHER_PAGE_SIZE, PAGE_SIZE } from '../../api/page.ts';

interface Fetched<T> {
  /** The first page; its identity distinguishes this list from the next one. */
  first: T[];
  list: number;
  items: T[];
  /** Id of the last fetched entry, even if it has been removed from the list since. */
  last: string | undefined;
  isWhole: boolean;
  added: string | undefined;
}

/** A paginated list. */
export interface Pages<T> {
  state: 'loading' | 'ready' | 'failed';
  /** Number of the list, incremented for each new one, for example after another search. */
  list: number;
  /** Entries fetched so far; while another list is loading, those of the previous one. */
  items: T[];
  /** Whether all pages have been fetched. */
  isWhole: boolean;
  /** Id of the first entry that the latest "Show more" added; undefined before the first one. */
  added: string | undefined;
  /** State of the request for the next page. */
  next: 'idle' | 'sending' | 'sent' | 'failed';
  /** Fetches the next page. */
  more(): void;
  /** Fetches the first page again. */
  retry(): void;
  /** Updates the fetched entries after an action at the desk. Stable while the list is the same. */
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
 * Fetches a list from the API page by page.
 * @param fetchPage fetches the page after the entry with this id; without an id, the first page
 * @param deps values that identify the list, as for `useLoad`
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
      // Drops a page that arrives after the list was replaced.
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
