import { Actions, Button, Note, useSubmit, useText } from 'shared-ui';
import type { CarePlan } from 'shared-ui/api';
import { sendSupportRequest } from '../api/support-requests.ts';
import { words } from '../i18n.ts';
import { topics } from '../store.ts';

/** Sends the noted care plans to the team and shows whether that succeeded. */
export function SendTopics({ plans }: { plans: CarePlan[] }) {
  const t = useText(words);
  const noted = topics.use((fields) => fields.plans);
  const { state, submit } = useSubmit(async () => {
    const titles = plans.filter(({ id }) => noted.includes(id)).map(({ data }) => data.title);
    await sendSupportRequest({ issue: t('title'), contactMethod: '', comments: titles.join(', ') });
    topics.update({ plans: [] });
  });
  return (
    <Actions>
      {state === 'sent' && (
        <Note tone="success" live="status">
          {t('sent')}
        </Note>
      )}
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {t('notSent')}
        </Note>
      )}
      {noted.length > 0 && (
        <Button busy={state === 'sending'} onClick={() => void submit()}>
          {t('send', { count: noted.length })}
        </Button>
      )}
    </Actions>
  );
}
