import { type ReactNode, useState } from 'react';
import { Actions, Button, Note, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { words } from '../words.ts';
import { Countdown } from './Countdown.tsx';
import type { SessionEnd } from './session-end.ts';

interface SessionEndDialogProps {
  /** The end that is near, `over` when the session has run out; null closes the dialog. */
  end: SessionEnd | 'over' | null;
  /** The person is still there. Throws when the server could not be told. */
  onStay(): Promise<void>;
  /** The person has read what they can't change: that the session ends, or is over. */
  onRead(): void;
  onLogOut(): void;
  /** Lies over it. */
  children: ReactNode;
}

const KINDS = { idle: 'sessionEnd.stay', last: 'sessionEnd.read', over: 'sessionEnd.read' } as const;

function kindOf(end: SessionEnd | 'over' | null): keyof typeof KINDS {
  if (end === 'over') return 'over';
  return end?.isLast ? 'last' : 'idle';
}

/**
 * Says that the session is about to end, or that it has, over whatever the person is doing, which stays as it is. One
 * dialog for all of it: the second of two would take the first one's focus for a press outside.
 */
export function SessionEndDialog({ end, onStay, onRead, onLogOut, children }: SessionEndDialogProps) {
  const t = useText(words);
  const { state, submit } = useSubmit(onStay);
  // A dialog that fades out still says what it said.
  const [shown, setShown] = useState(end);
  if (end && end !== shown) setShown(end);
  const kind = kindOf(shown);
  const press = () => (kind === 'idle' ? void submit() : onRead());
  return (
    <Dialog open={end !== null} onClose={press} title={t(`sessionEnd.${kind}.title`)}>
      <p>{t(`sessionEnd.${kind}.text`)}</p>
      {shown && shown !== 'over' && <Countdown at={shown.at} />}
      {state === 'failed' && kind === 'idle' && (
        <Note tone="warning" live="alert">
          {t('sessionEnd.failed')}
        </Note>
      )}
      <Actions>
        <Button busy={state === 'sending'} onClick={press}>
          {t(KINDS[kind])}
        </Button>
        {kind !== 'over' && (
          <Button variant="plain" onClick={onLogOut}>
            {t('menu.logOut')}
          </Button>
        )}
      </Actions>
      {children}
    </Dialog>
  );
}
