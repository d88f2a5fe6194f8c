import { useState } from 'react';
import { Actions, Button, Note, useText } from 'shared-ui';
import type { CarePlan } from 'shared-ui/api';
import { sendSupportRequest } from '../../api/support-requests.ts';
import { topics } from '../../state.ts';
import { words } from '../../words.ts';

type Outcome = 'none' | 'sending' | 'sent' | 'failed';

/** Sends the plans that the person has noted to the team, and says how that went. */
export function SendTopics({ plans }: { plans: CarePlan[] }) {
  const t = useText(words);
  const noted = topics.use((fields) => fields.plans);
  const [outcome, setOutcome] = useState<Outcome>('none');
  const send = async () => {
    setOutcome('sending');
    const titles = plans.filter(({ id }) => noted.includes(id)).map(({ data }) => data.title);
    try {
      await sendSupportRequest({ issue: t('title'), contactMethod: '', comments: titles.join(', ') });
      topics.update({ plans: [] });
      setOutcome('sent');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <Actions>
      {outcome === 'sent' && (
        <Note tone="success" live="status">
          {t('sent')}
        </Note>
      )}
      {outcome === 'failed' && (
        <Note tone="error" live="alert">
          {t('notSent')}
        </Note>
      )}
      {noted.length > 0 && (
        <Button busy={outcome === 'sending'} onClick={send}>
          {t('send', { count: noted.length })}
        </Button>
      )}
    </Actions>
  );
}
