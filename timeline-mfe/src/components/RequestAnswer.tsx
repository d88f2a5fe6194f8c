import type { CareEvent } from 'mock-api/contract';
import { useState } from 'react';
import { acceptRequest, Button, declineRequest, Note, Row, Stack, store, useSubmit, useText } from 'shared-ui';
import { words } from '../words.ts';

type Decision = 'accept' | 'decline';

/** A request that the user has answered. */
export interface AnsweredRequest {
  event: CareEvent;
  decision: Decision;
}

const isListed = (id: string) => store.getState().events.list.some((event) => event.id === id);

interface RequestAnswerProps {
  event: CareEvent;
  onAnswered(answered: AnsweredRequest): void;
}

/**
 * Accept and Decline of a patient's request to become their supporter; for the patient, yes and no to an account that
 * wants to follow the stay (docs/product-rules.md#supporters).
 */
export function RequestAnswer({ event, onAnswered }: RequestAnswerProps) {
  const t = useText(words);
  const [decision, setDecision] = useState<Decision>();
  const { state, submit } = useSubmit(async (chosen: Decision) => {
    setDecision(chosen);
    await (chosen === 'accept' ? acceptRequest(event.id) : declineRequest(event.id));
    // The demo's own request stays when declined. An accepted one may stay, and wait for the patient's yes.
    if (chosen === 'accept' || !isListed(event.id)) onAnswered({ event, decision: chosen });
  });
  const isDeclining = decision === 'decline' && state === 'sending';
  // An accepted request is about to be removed from the list.
  const isAccepting = decision === 'accept' && state !== 'failed';
  return (
    <Stack>
      <Row>
        <Button compact busy={isAccepting} disabled={isDeclining} onClick={() => submit('accept')}>
          {t(event.wantsToFollow ? 'request.yes' : 'request.accept')}
        </Button>
        <Button compact variant="ghost" busy={isDeclining} disabled={isAccepting} onClick={() => submit('decline')}>
          {t(event.wantsToFollow ? 'request.no' : 'request.decline')}
        </Button>
      </Row>
      {decision === 'decline' && state === 'sent' && <Note live="status">{t('request.declined')}</Note>}
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {t('request.failed')}
        </Note>
      )}
    </Stack>
  );
}
