import type { CareEvent } from 'mock-api/contract';
import { memo, type ReactNode, useState } from 'react';
import { acceptRequest, Button, declineRequest, EVENT_TYPE, Note, Row, Stack, useSubmit, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { EventItem } from '../EventItem.tsx';
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
  onAccepted(event: CareEvent): void;
  /** Ref callback that measures the row. */
  measure(row: HTMLLIElement | null): void;
}

/* Changes to neighbouring rows don't affect this row's layout or paint. */
const Item = styled.li`
  contain: layout style;
`;

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, index, count, before, now, hasButton, onDelete, onAccepted, measure } = props;
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
              <SupporterRequest event={event} now={now} aside={aside} onAccepted={() => onAccepted(event)} />
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

interface SupporterRequestProps {
  event: CareEvent;
  /** Milliseconds since 1970. */
  now: number;
  /** A small control next to the request. */
  aside?: ReactNode;
  onAccepted(): void;
}

type Decision = 'accept' | 'decline';

/** A patient's request to become their supporter. Declining has no effect (docs/product-rules.md#supporters). */
function SupporterRequest({ event, now, aside, onAccepted }: SupporterRequestProps) {
  const t = useText(words);
  const [decision, setDecision] = useState<Decision>();
  const { state, submit } = useSubmit(async (chosen: Decision) => {
    setDecision(chosen);
    if (chosen === 'decline') return declineRequest(event.id);
    await acceptRequest(event.id);
    onAccepted();
  });
  const isDeclining = decision === 'decline' && state === 'sending';
  // An accepted request is about to be removed from the list.
  const isAccepting = decision === 'accept' && state !== 'failed';
  return (
    <EventItem event={event} now={now} opens={false} aside={aside}>
      <Stack>
        <Row>
          <Button compact busy={isAccepting} disabled={isDeclining} onClick={() => submit('accept')}>
            {t('request.accept')}
          </Button>
          <Button compact variant="ghost" busy={isDeclining} disabled={isAccepting} onClick={() => submit('decline')}>
            {t('request.decline')}
          </Button>
        </Row>
        {decision === 'decline' && state === 'sent' && <Note live="status">{t('request.declined')}</Note>}
        {state === 'failed' && (
          <Note tone="error" live="alert">
            {t('request.failed')}
          </Note>
        )}
      </Stack>
    </EventItem>
  );
}
