import { type ReactNode, useEffect, useRef } from 'react';
import { Button, FetchedContent, LiveRegion, Note, Stack, useText } from 'shared-ui';
import { words } from '../words.ts';
import { Entries } from './Entries.tsx';
import type { Pages } from './usePages.ts';

interface Props<T> {
  pages: Pages<T>;
  /** Names the list. */
  label: string;
  /** "The patients can't be shown just now". */
  failed: string;
  /** Stands here where the list is empty. */
  empty: ReactNode;
  /** One entry. Kept between drawings (`useCallback`, or a function outside of components), it is drawn only where it changed. */
  children(item: T): ReactNode;
}

/** A list that comes page by page, in each of its states; says how many entries there are when they come. */
export function PagedList<T extends { id: string }>({ pages, label, failed, empty, children }: Props<T>) {
  const t = useText(words);
  const { items, state, isWhole, added, next } = pages;
  const count = items.length;
  const place = useFocusOn(added);
  const said = isWhole ? t('list.count', { count }) : t('list.first', { count });
  return (
    <>
      <LiveRegion message={state === 'ready' ? said : ''} />
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

/** After "Show more" reading goes on at the first entry that came: it takes the focus once, whatever changes later. */
function useFocusOn(added: string | undefined) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (added !== undefined) place.current?.focus();
  }, [added]);
  return place;
}
