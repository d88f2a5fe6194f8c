import { type FocusEvent, memo, type ReactNode, type Ref, useCallback, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useNearSlices } from './useNearSlices.ts';

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

const Line = styled.li`
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

/** Entries of a slice: they are drawn together, or leave their room together. */
const SLICE = 20;
/** A list of up to so many entries is drawn whole. */
const DRAWN_WHOLE = 100;

interface LineProps<T> {
  item: T;
  /** One entry. Kept between drawings (`useCallback`, or a function outside of components), it is drawn only where it changed. */
  draw(item: T): ReactNode;
  /** The slice that begins here. */
  slice: number | undefined;
  /** In a list that is not drawn whole: the place of the entry, from 1, and how many there are; -1 while more may come. */
  place: number | undefined;
  size: number | undefined;
  /** Where reading goes on, if it is here. */
  focused: Ref<HTMLLIElement> | undefined;
  /** The focus has come into the entry with this id. */
  onTouch(id: string): void;
}

function EntryLine<T extends { id: string }>({ item, draw, slice, place, size, focused, onTouch }: LineProps<T>) {
  // An entry that "Show more" led to is not worked on yet.
  const touch = ({ target, currentTarget }: FocusEvent) => {
    if (target !== currentTarget) onTouch(item.id);
  };
  return (
    <Line
      data-slice={slice}
      aria-posinset={place}
      aria-setsize={size}
      onFocus={touch}
      {...(focused !== undefined && { ref: focused, tabIndex: -1 })}
    >
      {draw(item)}
    </Line>
  );
}

/** Thousands of entries that stay as they are cost nothing when some more come. */
const Entry = memo(EntryLine) as typeof EntryLine;

interface Props<T> extends Pick<LineProps<T>, 'draw'> {
  items: T[];
  isWhole: boolean;
  label: string;
  isBusy: boolean;
  /** Id of the entry where reading goes on, if anywhere, and who is told of its element. */
  added: string | undefined;
  place: Ref<HTMLLIElement>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The entries of a list. Of a long one those near the viewport are rendered, its first and last ones, and those that were
 * edited; the height of the others is kept free. Another list needs another `key`: heights and edits are those of one.
 */
export function Entries<T extends { id: string }>({ items, isWhole, label, isBusy, draw, added, place }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [touched, setTouched] = useState(NONE);
  const slices = useMemo(
    () => Array.from({ length: Math.ceil(items.length / SLICE) }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE)),
    [items],
  );
  const { near, roomOf } = useNearSlices(list, SLICE, slices.length);
  const isLong = items.length > DRAWN_WHOLE;
  const size = isWhole ? items.length : -1;
  const isDrawn = (slice: T[], index: number) =>
    !isLong ||
    index === 0 ||
    index === slices.length - 1 ||
    near.has(index) ||
    slice.some(({ id }) => id === added || touched.has(id));
  // A reply that was begun must not be gone when the reader comes back to it, wherever its entry stands by then.
  const touch = useCallback(
    (id: string) => setTouched((before) => (before.has(id) ? before : new Set([...before, id]))),
    [],
  );
  return (
    <List ref={list} aria-label={label} aria-busy={isBusy || undefined}>
      {slices.flatMap((slice, index) =>
        isDrawn(slice, index)
          ? slice.map((item, at) => (
              <Entry
                key={item.id}
                item={item}
                draw={draw}
                slice={at === 0 ? index : undefined}
                place={isLong ? index * SLICE + at + 1 : undefined}
                size={isLong ? size : undefined}
                focused={item.id === added ? place : undefined}
                onTouch={touch}
              />
            ))
          : [<Room key={`room ${slice[0]?.id}`} slice={index} height={roomOf(index, slice.length)} />],
      )}
    </List>
  );
}

/** The room of a slice that is not drawn. */
function Room({ slice, height }: { slice: number; height: number }) {
  return <li aria-hidden data-slice={slice} style={{ blockSize: height }} />;
}
