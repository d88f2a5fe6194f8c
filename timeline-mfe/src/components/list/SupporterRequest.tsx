import type { CareEvent } from 'mock-api/contract';
import { type ReactNode, useState } from 'react';
import { acceptRequest, Button, declineRequest, Note, Row, Stack, useText } from 'shared-ui';
import { words } from '../../words.ts';
import { EventItem } from '../EventItem.tsx';

interface SupporterRequestProps {
  event: CareEvent;
  /** Milliseconds since 1970. */
  now: number;
  /** A small control beside the request. */
  aside?: ReactNode;
  onAccepted(): void;
}

type Answer = 'none' | 'accepting' | 'declining' | 'declined' | 'failed';

/** Somebody asks this person to be their supporter. Declining has no effect (docs/product-rules.md#supporters). */
export function SupporterRequest({ event, now, aside, onAccepted }: SupporterRequestProps) {
  const t = useText(words);
  const [answer, setAnswer] = useState<Answer>('none');
  const give = async (sending: Answer, send: () => Promise<void>, sent: () => void) => {
    setAnswer(sending);
    try {
      await send();
      sent();
    } catch (error) {
      console.info('The answer to a supporter request could not be sent', error);
      setAnswer('failed');
    }
  };
  const accept = () => give('accepting', () => acceptRequest(event.id), onAccepted);
  const decline = () =>
    give(
      'declining',
      () => declineRequest(event.id),
      () => setAnswer('declined'),
    );
  return (
    <EventItem event={event} now={now} opens={false} aside={aside}>
      <Stack>
        <Row>
          <Button compact busy={answer === 'accepting'} disabled={answer === 'declining'} onClick={accept}>
            {t('request.accept')}
          </Button>
          <Button
            compact
            variant="ghost"
            busy={answer === 'declining'}
            disabled={answer === 'accepting'}
            onClick={decline}
          >
            {t('request.decline')}
          </Button>
        </Row>
        {answer === 'declined' && <Note live="status">{t('request.declined')}</Note>}
        {answer === 'failed' && (
          <Note tone="error" live="alert">
            {t('request.failed')}
          </Note>
        )}
      </Stack>
    </EventItem>
  );
}
