import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useLocation } from 'react-router-dom';
import { Button, Note, Row, Stack, useStore, useText } from 'shared-ui';
import type { UnsentSurvey } from 'shared-ui/host';
import { words } from '../words.ts';
import { useDeliveryAction } from './useDeliveryAction.ts';

/** Gap between the text and the buttons, in px. */
const GAP_PX = 8;

function Waiting({ unsent }: { unsent: UnsentSurvey[] }) {
  const t = useText(words);
  const { isBusy, sendNow } = useDeliveryAction();
  const isInMemoryOnly = unsent.some((survey) => survey.isInMemoryOnly);
  return (
    <Note
      tone={isInMemoryOnly ? 'warning' : 'info'}
      icon={<CloudUpload />}
      live="status"
      title={t('unsent.waiting', { count: unsent.length })}
    >
      <Stack $gap={GAP_PX}>
        <p>{t(isInMemoryOnly ? 'unsent.memoryText' : 'unsent.waitingText')}</p>
        <Row>
          <Button variant="ghost" compact busy={isBusy} onClick={sendNow}>
            {t('unsent.sendNow')}
          </Button>
        </Row>
      </Stack>
    </Note>
  );
}

function Refused({ unsent }: { unsent: UnsentSurvey[] }) {
  const t = useText(words);
  const { isBusy, sendNow, discard } = useDeliveryAction();
  return (
    <Note tone="error" live="status" title={t('unsent.refused')}>
      <Stack $gap={GAP_PX}>
        <p>{t('unsent.refusedText')}</p>
        <Row>
          <Button variant="ghost" compact busy={isBusy} onClick={sendNow}>
            {t('unsent.tryAgain')}
          </Button>
          <Button variant="plain" compact onClick={() => discard(unsent)}>
            {t('unsent.discard')}
          </Button>
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
      {waiting.length > 0 && <Waiting unsent={waiting} />}
      {refused.length > 0 && <Refused unsent={refused} />}
    </>
  );
}
