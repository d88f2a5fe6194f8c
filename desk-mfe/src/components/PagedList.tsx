import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, FetchedContent, LiveRegion, Note, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import type { Pages } from './usePages.ts';

const List = styled.ul`
  margin: 0;
  padding: 0;
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  list-style: none;

  &[aria-busy='true'] {
    opacity: 0.6;
  }
`;

/** Rows out of sight cost nothing to draw, however many there are. */
const Line = styled.li`
  content-visibility: auto;
  contain-intrinsic-block-size: auto 4.5rem;

  & + & {
    border-block-start: 1px solid var(--line-color);
  }
  &:first-child {
    border-start-start-radius: var(--radius-m);
    border-start-end-radius: var(--radius-m);
  }
  &:last-child {
    border-end-start-radius: var(--radius-m);
    border-end-end-radius: var(--radius-m);
  }
`;

interface Props<T> {
  pages: Pages<T>;
  /** Names the list. */
  label: string;
  /** "The patients can't be shown just now". */
  failed: string;
  /** Stands here where the list is empty. */
  empty: ReactNode;
  /** One entry. */
  children(item: T): ReactNode;
}

/** A list that comes page by page, in each of its states; says how many entries there are when they come. */
export function PagedList<T extends { id: string }>({ pages, label, failed, empty, children }: Props<T>) {
  const t = useText(words);
  const { items, state, isWhole, next } = pages;
  const count = items.length;
  const { added, more, place } = useMore(pages);
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
          <List aria-label={label} aria-busy={state === 'loading' || undefined}>
            {items.map((item) => (
              <Line key={item.id} {...(item.id === added && { ref: place, tabIndex: -1 })}>
                {children(item)}
              </Line>
            ))}
          </List>
          {next === 'failed' && (
            <Note tone="warning" live="alert">
              {t('list.moreFailed')}
            </Note>
          )}
          {!isWhole && (
            <Button variant="ghost" busy={next === 'sending'} onClick={more}>
              {t('list.more')}
            </Button>
          )}
        </Stack>
      </FetchedContent>
    </>
  );
}

/** "Show more", after which reading goes on at the first entry that came. */
function useMore<T extends { id: string }>({ items, more }: Pages<T>) {
  const [from, setFrom] = useState<number>();
  const place = useRef<HTMLLIElement>(null);
  const added = from === undefined ? undefined : items[from]?.id;
  useEffect(() => {
    if (added !== undefined) place.current?.focus();
  }, [added]);
  const press = () => {
    setFrom(items.length);
    more();
  };
  return { added, place, more: press };
}
