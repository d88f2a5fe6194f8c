import type { CareEvent } from 'mock-api/contract';
import { type ReactNode, useState } from 'react';
import { acceptRequest, Button, declineRequest, Note, Row, Stack, useSubmit, useText } from 'shared-ui';
import { words } from '../../words.ts';
import { EventItem } from '../EventItem.tsx';

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
export function SupporterRequest({ event, now, aside, onAccepted }: SupporterRequestProps) {
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
