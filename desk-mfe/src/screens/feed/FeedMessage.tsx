import RotateCw from 'lucide-react/icons/rotate-cw';
import type { DeskFeedMessage } from 'mock-api/contract';
import { useId, useState } from 'react';
import { Button, formatDate, formatTime, Row, Soft, staffPaths, useSubmit, useText } from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { dismissMessage, retryMessage } from '../../api/feed.ts';
import { Failure } from '../../components/feedback.tsx';
import { EntryFrame, TargetLink } from '../../components/list-parts.tsx';
import { words } from '../../words.ts';
import { kindOf } from './message-kinds.ts';

const Where = styled(Soft)`
  overflow-wrap: anywhere;
`;

interface Props {
  message: DeskFeedMessage;
  /** Called after a decision with the message's id and a confirmation. */
  onDecided(id: string, confirmation: string): void;
}

/** A message of the feed that is put aside or dismissed: what it is about, why, and the decision on it. */
export function FeedMessage({ message, onDecided }: Props) {
  const t = useText(words);
  const heading = useId();
  const [running, setRunning] = useState<'retry' | 'dismiss'>();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, type, sender, controlId, receivedAt, state: current, reason, patientId } = message;
  const what = t('feed.what', { kind: t(`feed.kinds.${kindOf(type)}`), type });
  const { state, error, submit } = useSubmit(async (action: 'retry' | 'dismiss') => {
    setRunning(action);
    setIsConfirming(false);
    if (action === 'retry') await retryMessage(id);
    else await dismissMessage(id);
    onDecided(id, t(action === 'retry' ? 'feed.nowRetried' : 'feed.nowDismissed', { what }));
  });
  const isBusy = (action: 'retry' | 'dismiss') => state === 'sending' && running === action;
  return (
    <EntryFrame as="article" $gap={8} aria-labelledby={heading}>
      <h2 id={heading}>{what}</h2>
      {reason && <p>{reason}</p>}
      <Where>
        {[
          t('feed.received', { date: formatDate(receivedAt), time: formatTime(receivedAt) }),
          t('feed.from', { sender }),
          t('feed.controlId', { controlId }),
        ].join(' · ')}
      </Where>
      {patientId !== null && <TargetLink to={staffPaths.patient(patientId)}>{t('feed.patient')}</TargetLink>}
      <Failure error={error} />
      <Row $gap={8}>
        <Button compact icon={<RotateCw />} busy={isBusy('retry')} onClick={() => void submit('retry')}>
          {t('feed.retry')}
        </Button>
        {current === 'aside' && (
          <Button compact variant="ghost" busy={isBusy('dismiss')} onClick={() => setIsConfirming(true)}>
            {t('feed.dismiss')}
          </Button>
        )}
      </Row>
      <ConfirmDialog
        open={isConfirming}
        title={t('feed.question')}
        confirmLabel={t('feed.dismiss')}
        cancelLabel={t('cancel')}
        danger
        onConfirm={() => void submit('dismiss')}
        onCancel={() => setIsConfirming(false)}
      >
        <p>
          <strong>{what}</strong>
        </p>
        <p>{t('feed.questionText')}</p>
      </ConfirmDialog>
    </EntryFrame>
  );
}
