import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useLocation } from 'react-router-dom';
import { Actions, Button, Note, Row, Stack, useStore, useSubmit, useText } from 'shared-ui';
import type { UnsentSurvey } from 'shared-ui/host';
import { words } from '../words.ts';
import { loadDelivery } from './load.ts';

/** Returns the actions for unsent feedback. If one fails, nothing changes. */
export function useDeliveryAction() {
  const sending = useSubmit(async () => (await loadDelivery()).sendNow());
  const discarding = useSubmit(async (unsent: UnsentSurvey[]) => {
    const { discardUnsent } = await loadDelivery();
    for (const { key } of unsent) await discardUnsent(key);
  });
  return {
    isBusy: [sending, discarding].some(({ state }) => state === 'sending'),
    /** Tries to send everything now. Returns whether all was sent. */
    sendNow: async () => (await sending.submit()) ?? false,
    discard: discarding.submit,
  };
}

/** Shown instead of a form whose answers are waiting on this phone: submitted again, they would count twice. */
export function UnsentAnswers({ about, onDone }: { about: string; onDone(): void }) {
  const t = useText(words);
  const unsent = useStore((state) => state.delivery.unsent.find((survey) => survey.about === about));
  const isWaiting = unsent !== undefined;
  const { isBusy, sendNow } = useDeliveryAction();
  return (
    <Stack>
      {isWaiting ? (
        <Note icon={<CloudUpload />} live="status" title={t('unsent.here')}>
          {/* Otherwise the notice above says that closing the page would lose it. */}
          {!unsent.isInMemoryOnly && <p>{t('unsent.hereText')}</p>}
        </Note>
      ) : (
        <Note tone="success" live="status" title={t('unsent.arrived')}>
          <p>{t('unsent.arrivedText')}</p>
        </Note>
      )}
      <Actions>
        {isWaiting && (
          <Button variant="ghost" busy={isBusy} onClick={sendNow}>
            {t('unsent.sendNow')}
          </Button>
        )}
        <Button onClick={onDone}>{t('unsent.done')}</Button>
      </Actions>
    </Stack>
  );
}

/** Gap between the text and the buttons, in px. */
const GAP_PX = 8;

interface UnsentNoticeProps {
  unsent: UnsentSurvey[];
  isRefused: boolean;
}

function UnsentNotice({ unsent, isRefused }: UnsentNoticeProps) {
  const t = useText(words);
  const { isBusy, sendNow, discard } = useDeliveryAction();
  const isInMemoryOnly = unsent.some((survey) => survey.isInMemoryOnly);
  const storedText = isRefused ? 'unsent.refusedText' : 'unsent.waitingText';
  const heading = isRefused
    ? ({ tone: 'error', title: t('unsent.refused') } as const)
    : ({
        tone: isInMemoryOnly ? 'warning' : 'info',
        icon: <CloudUpload />,
        title: t('unsent.waiting', { count: unsent.length }),
      } as const);
  return (
    <Note live="status" {...heading}>
      <Stack $gap={GAP_PX}>
        <p>{t(isInMemoryOnly ? 'unsent.memoryText' : storedText)}</p>
        <Row>
          <Button variant="ghost" compact busy={isBusy} onClick={sendNow}>
            {t(isRefused ? 'unsent.tryAgain' : 'unsent.sendNow')}
          </Button>
          {isRefused && (
            <Button variant="plain" compact onClick={() => discard(unsent)}>
              {t('unsent.discard')}
            </Button>
          )}
        </Row>
      </Stack>
    </Note>
  );
}

/**
 * Notices about undelivered feedback on every screen of the app: what is waiting and what was refused. An event's own
 * screen already shows that its feedback is waiting, but not that closing the page would lose it.
 */
export function UnsentFeedback() {
  const { pathname } = useLocation();
  const unsent = useStore((state) => state.delivery.unsent);
  const isShownOnScreen = ({ about, isInMemoryOnly }: UnsentSurvey) =>
    !isInMemoryOnly && pathname.endsWith(`/${about}`);
  const waiting = unsent.filter((survey) => survey.state === 'waiting' && !isShownOnScreen(survey));
  const refused = unsent.filter(({ state }) => state === 'refused');
  return (
    <>
      {waiting.length > 0 && <UnsentNotice unsent={waiting} isRefused={false} />}
      {refused.length > 0 && <UnsentNotice unsent={refused} isRefused />}
    </>
  );
}
