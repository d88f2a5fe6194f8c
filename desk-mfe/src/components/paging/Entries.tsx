import {
  type FocusEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { ColumnHeadings, RowPlace, Table, useFocusOnArrival } from '../table/Table.tsx';

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

/** Entries per slice. A slice is rendered or replaced by a placeholder as a whole. */
const SLICE = 20;
/** Lists of up to this many entries are rendered in full. */
const DRAWN_WHOLE = 100;

interface LineProps<T> {
  item: T;
  /** Renders one entry. If the function is stable (`useCallback` or module level), only changed entries re-render. */
  draw(item: T): ReactNode;
  /** Index of the slice that starts with this entry, if any. */
  slice: number | undefined;
  /** In a partially rendered list: the entry's position from 1, and the list size (-1 while more pages may follow). */
  place: number | undefined;
  size: number | undefined;
  /** Ref for the element to focus after "Show more", if it is this one. */
  focused: Ref<HTMLElement> | undefined;
  /** Whether the entry consists of table rows, the first of which is an `EntryRow`. */
  isRow: boolean;
  /** Called with the entry's id when an element inside it receives focus. */
  onEdit(id: string): void;
}

function EntryLine<T extends { id: string }>({ item, draw, slice, place, size, focused, isRow, onEdit }: LineProps<T>) {
  // "Show more" focuses the entry itself, which doesn't count as editing. Only that has a negative tabIndex.
  const markEdited = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.tabIndex >= 0) onEdit(item.id);
  };
  if (isRow) {
    // One more than the position: the headings are the first row.
    const index = place === undefined ? undefined : place + 1;
    return (
      <tbody data-slice={slice} onFocus={markEdited}>
        <RowPlace value={{ index, focused: focused as Ref<HTMLTableRowElement> | undefined }}>{draw(item)}</RowPlace>
      </tbody>
    );
  }
  return (
    <Line
      data-slice={slice}
      aria-posinset={place}
      aria-setsize={size}
      onFocus={markEdited}
      {...(focused !== undefined && { ref: focused as Ref<HTMLLIElement>, tabIndex: -1 })}
    >
      {draw(item)}
    </Line>
  );
}

/** Memoized so that adding entries doesn't re-render the thousands already in the list. */
const Entry = memo(EntryLine) as typeof EntryLine;

interface Props<T> extends Pick<LineProps<T>, 'draw'> {
  items: T[];
  isWhole: boolean;
  label: string;
  isBusy: boolean;
  /** Id of the entry to focus after "Show more", if any, and the ref for its element. */
  added: string | undefined;
  place: Ref<HTMLElement>;
  /** Headings of the columns, if the list is a table. */
  columns?: readonly string[] | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Renders the entries of a list. In a long list, only the first and last slices, those near the viewport and those with
 * edited entries are rendered; the height of the others is reserved. A different list needs a different `key`, because
 * heights and edits belong to one list.
 */
export function Entries<T extends { id: string }>({
  items,
  isWhole,
  label,
  isBusy,
  draw,
  added,
  place,
  columns,
}: Props<T>) {
  const list = useRef<HTMLElement>(null);
  const [edited, setEdited] = useState(NONE);
  const slices = useMemo(
    () => Array.from({ length: Math.ceil(items.length / SLICE) }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE)),
    [items],
  );
  const { near, reservedHeight } = useNearSlices(list, SLICE, slices.length);
  useFocusOnArrival(list);
  const isLong = items.length > DRAWN_WHOLE;
  const size = isWhole ? items.length : -1;
  const isDrawn = (slice: T[], index: number) =>
    !isLong ||
    index === 0 ||
    index === slices.length - 1 ||
    near.has(index) ||
    slice.some(({ id }) => id === added || edited.has(id));
  // An unfinished reply must survive scrolling, even if its entry has moved in the list.
  const markEdited = useCallback(
    (id: string) => setEdited((before) => (before.has(id) ? before : new Set([...before, id]))),
    [],
  );
  const drawn = slices.flatMap((slice, index) =>
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
            isRow={columns !== undefined}
            onEdit={markEdited}
          />
        ))
      : [
          <Placeholder
            key={`placeholder ${slice[0]?.id}`}
            slice={index}
            height={reservedHeight(index, slice.length)}
            isRow={columns !== undefined}
          />,
        ],
  );
  if (columns === undefined) {
    return (
      <List ref={list as Ref<HTMLUListElement>} aria-label={label} aria-busy={isBusy || undefined}>
        {drawn}
      </List>
    );
  }
  return (
    <Table
      ref={list as Ref<HTMLTableElement>}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-rowcount={isLong ? (isWhole ? size + 1 : -1) : undefined}
    >
      <ColumnHeadings columns={columns} />
      {drawn}
    </Table>
  );
}

/** Placeholder for a slice that is not rendered. */
function Placeholder({ slice, height, isRow }: { slice: number; height: number; isRow: boolean }) {
  if (!isRow) return <li aria-hidden data-slice={slice} style={{ blockSize: height }} />;
  return (
    <tbody aria-hidden data-slice={slice}>
      <tr>
        <td style={{ blockSize: height, padding: 0 }} />
      </tr>
    </tbody>
  );
}

/** Height assumed for an entry before any has been measured, in pixels. */
const USUAL_HEIGHT = 72;

interface Extent {
  top: number;
  bottom: number;
}

/** Returns whether a place is in the viewport or less than a screen away. Both in pixels from the viewport's top. */
export const isNear = ({ top, bottom }: Extent, screen: number): boolean => bottom >= -screen && top <= 2 * screen;

/** Returns where slices are relative to the list's top. Each ends where the next starts, the last with the list. */
function extentsIn(list: HTMLElement): Extent[] {
  const { top: start, bottom } = list.getBoundingClientRect();
  const tops = [...list.querySelectorAll(':scope > [data-slice]')].map(
    (element) => element.getBoundingClientRect().top - start,
  );
  return tops.map((top, index) => ({ top, bottom: tops[index + 1] ?? bottom - start }));
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((index) => other.has(index));

/** Slices of a long list to render. */
interface NearSlices {
  near: ReadonlySet<number>;
  /** Returns the height to reserve for an unrendered slice with this many entries, in pixels. */
  reservedHeight(slice: number, entries: number): number;
}

/**
 * Returns the slices of a list that are near the viewport, and the height that the others need. The first element of
 * each slice has `data-slice`. Scrolling reads only the position of the list; slices are measured on changes.
 * @param sliceLength entries per slice
 * @param count slices in the list
 */
function useNearSlices(list: RefObject<HTMLElement | null>, sliceLength: number, count: number): NearSlices {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0]));
  const heights = useRef(new Map<number, number>());
  const extents = useRef<Extent[]>([]);
  const shown = useRef(near);
  const measure = useCallback(() => {
    if (!list.current) return;
    extents.current = extentsIn(list.current);
    for (const index of shown.current) {
      const place = extents.current[index];
      if (place) heights.current.set(index, place.bottom - place.top);
    }
  }, [list]);
  const update = useCallback(
    (change: (show: () => void) => void) => {
      const start = list.current?.getBoundingClientRect().top;
      if (start === undefined) return;
      const isNearViewport = ({ top, bottom }: Extent) =>
        isNear({ top: top + start, bottom: bottom + start }, innerHeight);
      const nearNow = new Set(extents.current.flatMap((place, index) => (isNearViewport(place) ? [index] : [])));
      if (!isSame(nearNow, shown.current)) change(() => setNear(nearNow));
    },
    [list],
  );
  // Measures new entries, and immediately renders those in view.
  useLayoutEffect(() => {
    shown.current = near;
    if (count > 0) measure();
    update((show) => show());
  }, [near, count, measure, update]);
  useEffect(() => {
    // Entries that come near while scrolling are rendered as a transition, so that scrolling stays smooth.
    const onScroll = () => update(startTransition);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [update]);
  useEffect(() => {
    if (!list.current || !('ResizeObserver' in window)) return;
    // An entry was expanded, or the window was resized.
    const observer = new ResizeObserver(() => {
      measure();
      update(startTransition);
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, measure, update]);
  const reservedHeight = (slice: number, entries: number) => {
    const usual = (heights.current.get(0) ?? USUAL_HEIGHT * sliceLength) / sliceLength;
    return heights.current.get(slice) ?? usual * entries;
  };
  return { near, reservedHeight };
}
