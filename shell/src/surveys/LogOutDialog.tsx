import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, endSession, Note, paths, useStore, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { words } from '../session-words.ts';
import { forgetUnsent, hasUnsent } from './load.ts';
import { useDeliveryAction } from './UnsentFeedback.tsx';

/**
 * Returns a function that signs out, but asks first if that would delete unsent feedback, and the props of the dialog.
 * @param onLeave called when the sign-out starts
 */
export function useLogOut(onLeave?: () => void) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const logOut = async () => {
    setIsAsking(false);
    onLeave?.();
    await endSession();
    navigate(paths.root);
  };
  const ask = async () => {
    if (await hasUnsent()) setIsAsking(true);
    else await logOut();
  };
  return { ask, dialog: { open: isAsking, onStay: () => setIsAsking(false), onLogOut: logOut } };
}

/** Asks what to do with unsent feedback before a sign-out deletes it from the phone. */
export function LogOutDialog({ open, onStay, onLogOut }: ReturnType<typeof useLogOut>['dialog']) {
  const t = useText(words);
  const count = useStore((state) => state.delivery.unsent.length);
  const [hasFailed, setHasFailed] = useState(false);
  const { isBusy, sendNow } = useDeliveryAction();
  const stay = () => {
    setHasFailed(false);
    onStay();
  };
  const send = async () => {
    setHasFailed(false);
    if (await sendNow()) onLogOut();
    else setHasFailed(true);
  };
  const discard = async () => {
    await forgetUnsent().catch((error: unknown) => console.info('The unsent feedback could not be deleted', error));
    onLogOut();
  };
  return (
    <Dialog open={open} onClose={stay} title={t('logOut.title')}>
      <p>{t('logOut.text', { count })}</p>
      {hasFailed && (
        <Note tone="warning" live="alert">
          {t('logOut.failed')}
        </Note>
      )}
      <Actions>
        <Button busy={isBusy} onClick={send}>
          {t('logOut.send')}
        </Button>
        <Button variant="danger" onClick={discard}>
          {t('logOut.lose')}
        </Button>
        <Button variant="plain" data-autofocus onClick={stay}>
          {t('logOut.stay')}
        </Button>
      </Actions>
    </Dialog>
  );
}
