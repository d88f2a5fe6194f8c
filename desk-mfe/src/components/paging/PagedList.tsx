import { type ReactNode, useEffect, useRef } from 'react';
import { Button, FetchedContent, LiveRegion, Note, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { Entries } from './Entries.tsx';
import type { Pages } from './usePages.ts';

/** Container for list filters, no wider than they need. */
export const ListFilters = styled.div`
  max-inline-size: 32rem;
`;

interface Props<T> {
  pages: Pages<T>;
  /** Accessible name of the list. */
  label: string;
  /** Headings of the columns, if the list is a table: its entries are rows, the first of each an `EntryRow`. */
  columns?: readonly string[];
  /** Error title, for example "The patients can't be shown just now". */
  failed: string;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** Renders one entry. If the function is stable (`useCallback` or module level), only changed entries re-render. */
  children(item: T): ReactNode;
}

/** Paginated list with its loading, error and empty states. Announces the number of entries once loaded. */
export function PagedList<T extends { id: string }>({ pages, label, columns, failed, empty, children }: Props<T>) {
  const t = useText(words);
  const { items, state, isWhole, added, next } = pages;
  const count = items.length;
  const place = useFocusOn(added);
  const countText = isWhole ? t('list.count', { count }) : t('list.first', { count });
  return (
    <>
      <LiveRegion message={state === 'ready' ? countText : ''} />
      <FetchedContent
        loading={state}
        isEmpty={count === 0}
        failed={failed}
        failedText={t('list.nothingLost')}
        retry={pages.retry}
        empty={empty}
      >
        <Stack $gap={16}>
          <Entries
            key={pages.list}
            items={items}
            isWhole={isWhole}
            label={label}
            isBusy={state === 'loading'}
            draw={children}
            added={added}
            place={place}
            columns={columns}
          />
          {next === 'failed' && (
            <Note tone="warning" live="alert">
              {t('list.moreFailed')}
            </Note>
          )}
          {!isWhole && (
            <Button variant="ghost" busy={next === 'sending'} onClick={pages.more}>
              {t('list.more')}
            </Button>
          )}
        </Stack>
      </FetchedContent>
    </>
  );
}

/** Focuses the first new entry after "Show more", once: later changes to the list do not move focus. */
function useFocusOn(added: string | undefined) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (added !== undefined) place.current?.focus();
  }, [added]);
  return place;
}
