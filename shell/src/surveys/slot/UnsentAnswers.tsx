import CloudUpload from 'lucide-react/icons/cloud-upload';
import { Actions, Button, Note, Stack, useStore, useText } from 'shared-ui';
import { words } from '../../words.ts';
import { useDeliveryAction } from '../useDeliveryAction.ts';

/** Shown instead of a form whose answers are waiting on this phone: submitted again, they would count twice. */
export function UnsentAnswers({ about, onDone }: { about: string; onDone(): void }) {
  const t = useText(words);
  const isWaiting = useStore((state) => state.delivery.unsent.some((survey) => survey.about === about));
  const { isBusy, sendNow } = useDeliveryAction();
  return (
    <Stack>
      {isWaiting ? (
        <Note icon={<CloudUpload />} live="status" title={t('unsent.here')}>
          <p>{t('unsent.hereText')}</p>
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
