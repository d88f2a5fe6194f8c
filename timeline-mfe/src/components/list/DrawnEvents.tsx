import type { CareEvent } from 'mock-api/contract';
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { AnsweredRequest } from '../RequestAnswer.tsx';
import { EventRow } from './EventRow.tsx';
import type { ListRows } from './list-rows.ts';
import { useListMotion } from './motion.ts';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
  /* The room above the first row belongs to the list, or the list itself would move with it. */
  display: flow-root;
  /* The virtual list keeps what is read in place by itself. */
  overflow-anchor: none;
`;

export interface EventListProps {
  /** Newest first. */
  events: CareEvent[];
  /** Milliseconds since 1970. */
  now: number;
  /** Unique name of the list within its screen. */
  name: string;
  /** Id of the heading that names the list. */
  labelledBy: string;
  /** Whether every card shows its delete button. */
  hasButtons: boolean;
  /** Id of an event to focus once it is in the list. */
  focusOn: string | null;
  onDelete(event: CareEvent): void;
  onAnswered(answered: AnsweredRequest): void;
}

/** Returns the event id of the row that contains an element, or null. */
export const rowIdOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest('li')?.getAttribute('data-event') ?? null) : null;

interface DrawnEventsProps extends EventListProps {
  /** Event ids. The array must keep its identity while its contents are unchanged. */
  ids: readonly string[];
  drawn: ListRows;
}

/** The rendered rows of an event list. Arrow keys, Home and End move between cards; Delete deletes. */
export function DrawnEvents({
  events,
  ids,
  drawn,
  now,
  labelledBy,
  hasButtons,
  focusOn,
  onDelete,
  onAnswered,
}: DrawnEventsProps) {
  const { list, rows, after, keep, measure } = drawn;
  useListMotion(ids, drawn.inPlace);
  useFocusOn(focusOn, ids, drawn);
  const remove = useStable((event: CareEvent) => {
    const place = ids.indexOf(event.id);
    const neighbour = ids[place + 1] ?? ids[place - 1];
    const hadFocus = list.current?.contains(document.activeElement) && rowIdOf(document.activeElement) === event.id;
    onDelete(event);
    if (hadFocus && neighbour !== undefined) drawn.focus(neighbour, { preventScroll: true });
  });
  const answered = useStable(onAnswered);
  const isWhole = rows.length === events.length;
  return (
    <List
      ref={list}
      aria-labelledby={labelledBy}
      style={{ paddingBlockEnd: after }}
      onFocus={({ target }: FocusEvent) => keep(rowIdOf(target))}
      onBlur={() => keep(null)}
      onKeyDown={(event: KeyboardEvent) => goByKeys(event, ids, drawn)}
    >
      {rows.map(({ id, index, before }) => {
        const event = events[index];
        return (
          event && (
            <EventRow
              key={id}
              event={event}
              index={index}
              count={isWhole ? undefined : events.length}
              before={before}
              now={now}
              hasButton={hasButtons}
              onDelete={remove}
              onAnswered={answered}
              measure={measure}
            />
          )
        );
      })}
    </List>
  );
}

/** Returns a function with a stable identity that always calls the latest `work`. */
function useStable<Value>(work: (value: Value) => void): (value: Value) => void {
  const newest = useRef(work);
  useEffect(() => {
    newest.current = work;
  });
  return useCallback((value: Value) => newest.current(value), []);
}

/** Focuses an event once it is in the list, or back in it after an undo. */
export function useFocusOn(id: string | null, ids: readonly string[], { focus }: ListRows): void {
  const done = useRef<string>(null);
  useEffect(() => {
    if (id === null) done.current = null;
    else if (id !== done.current && ids.includes(id)) {
      done.current = id;
      focus(id);
    }
  });
}

/** Returns the index a key moves to from `place` out of `count` rows, or undefined for other keys. */
function targetOf(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(place + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(place - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function goByKeys(event: KeyboardEvent, ids: readonly string[], { focus }: ListRows): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const place = ids.indexOf(rowIdOf(event.target) ?? '');
  const id = place < 0 ? undefined : ids[targetOf(event.key, place, ids.length) ?? -1];
  if (id === undefined) return;
  event.preventDefault();
  focus(id);
}
