import type { CareEvent } from 'mock-api/contract';
import { type FocusEvent, type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react';
import { EVENT_TYPE, onDemand, useText } from 'shared-ui';
import { useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { EventItem } from '../EventItem.tsx';
import { type AnsweredRequest, RequestAnswer } from '../RequestAnswer.tsx';
import { DeletableRow } from './DeletableRow.tsx';
import type { ListRows } from './list-rows.ts';
import { useListMotion } from './motion.ts';
import { isDeletable } from './useDeletion.tsx';

/** Without its code, such as offline, the card still opens the question. */
const DailyCard = onDemand(() => import('../daily/DailyCard.tsx').catch(() => ({ default: () => null })));

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
  /** Unique name of the list within its screen. */
  name: string;
  /** Id of the heading that names the list. */
  labelledBy: string;
  /** Whether every card shows its delete button. */
  hasButtons?: boolean;
  /** Id of an event to focus once it is in the list. */
  focusOn?: string | null;
  /** Needed if an event may be deleted. */
  onDelete?: ((event: CareEvent) => void) | undefined;
  /** Needed if an event may be a request to become a supporter. */
  onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
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
  labelledBy,
  hasButtons = false,
  focusOn = null,
  onDelete,
  onAnswered,
}: DrawnEventsProps) {
  const { list, rows, after, keep, measure } = drawn;
  const now = useNow();
  useListMotion(ids, drawn.inPlace);
  useFocusOn(focusOn, ids, drawn);
  const remove = useStable((event: CareEvent) => {
    const place = ids.indexOf(event.id);
    const neighbour = ids[place + 1] ?? ids[place - 1];
    const hadFocus = list.current?.contains(document.activeElement) && rowIdOf(document.activeElement) === event.id;
    onDelete?.(event);
    if (hadFocus && neighbour !== undefined) drawn.focus(neighbour, { preventScroll: true });
  });
  const answered = useStable((request: AnsweredRequest) => onAnswered?.(request));
  const isWhole = rows.length === events.length;
  return (
    <List
      ref={list}
      aria-labelledby={labelledBy}
      style={{ paddingBlockEnd: after }}
      onFocus={({ target }: FocusEvent) => keep(rowIdOf(target))}
      onBlur={() => keep(null)}
      onKeyDown={(event: KeyboardEvent) => moveFocus(event, ids, drawn)}
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

function moveFocus(event: KeyboardEvent, ids: readonly string[], { focus }: ListRows): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const place = ids.indexOf(rowIdOf(event.target) ?? '');
  const id = place < 0 ? undefined : ids[targetOf(event.key, place, ids.length) ?? -1];
  if (id === undefined) return;
  event.preventDefault();
  focus(id);
}

interface EventRowProps {
  event: CareEvent;
  index: number;
  /** Total number of rows, if not all of them are rendered. */
  count: number | undefined;
  /** Space above the row, in pixels. */
  before: number;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether the delete button is visible. */
  hasButton: boolean;
  onDelete(event: CareEvent): void;
  onAnswered(answered: AnsweredRequest): void;
  /** Ref callback that measures the row. */
  measure(row: HTMLLIElement | null): void;
}

/* Changes to neighbouring rows don't affect this row's layout or paint. */
const Item = styled.li`
  contain: layout style;
`;

const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, index, count, before, now, hasButton, onDelete, onAnswered, measure } = props;
  const t = useText(words);
  const isRequest = event.type === EVENT_TYPE.SUPPORTER_REQUEST;
  const position = count === undefined ? {} : { 'aria-posinset': index + 1, 'aria-setsize': count };
  return (
    <Item ref={measure} data-index={index} data-event={event.id} style={{ marginBlockStart: before }} {...position}>
      {isDeletable(event) ? (
        <DeletableRow
          label={t('events.delete', { name: event.name })}
          hasButton={hasButton}
          onDelete={() => onDelete(event)}
        >
          {(aside) => (
            <EventItem event={event} now={now} opens={!isRequest} aside={aside}>
              {isRequest && <RequestAnswer event={event} onAnswered={onAnswered} />}
              {event.dailyQuestion && <DailyCard question={event.dailyQuestion} />}
            </EventItem>
          )}
        </DeletableRow>
      ) : (
        <EventItem event={event} now={now} />
      )}
    </Item>
  );
});
