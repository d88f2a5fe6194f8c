import type { CareEvent } from 'mock-api/contract';
import { memo } from 'react';
import { EVENT_TYPE, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { EventItem } from '../EventItem.tsx';
import { type AnsweredRequest, RequestAnswer } from '../RequestAnswer.tsx';
import { DeletableRow } from './deletion/DeletableRow.tsx';
import { isDeletable } from './deletion/useDeletion.tsx';

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

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, index, count, before, now, hasButton, onDelete, onAnswered, measure } = props;
  const t = useText(words);
  const position = count === undefined ? {} : { 'aria-posinset': index + 1, 'aria-setsize': count };
  return (
    <Item ref={measure} data-index={index} data-event={event.id} style={{ marginBlockStart: before }} {...position}>
      {isDeletable(event) ? (
        <DeletableRow
          label={t('events.delete', { name: event.name })}
          hasButton={hasButton}
          onDelete={() => onDelete(event)}
        >
          {(aside) =>
            event.type === EVENT_TYPE.SUPPORTER_REQUEST ? (
              <EventItem event={event} now={now} opens={false} aside={aside}>
                <RequestAnswer event={event} onAnswered={onAnswered} />
              </EventItem>
            ) : (
              <EventItem event={event} now={now} aside={aside} />
            )
          }
        </DeletableRow>
      ) : (
        <EventItem event={event} now={now} />
      )}
    </Item>
  );
});
