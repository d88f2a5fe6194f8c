import { type ReactNode, useState } from 'react';
import { Actions, Button, Note, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { words } from '../words.ts';
import { Countdown } from './Countdown.tsx';
import type { SessionEnd } from './session-end.ts';

interface SessionEndDialogProps {
  /** The upcoming end, or `over` after the session has ended; null closes the dialog. */
  end: SessionEnd | 'over' | null;
  /** Extends the session. Throws if the server could not be reached. */
  onStay(): Promise<void>;
  /** Acknowledges an end that can't be postponed. */
  onRead(): void;
  onLogOut(): void;
  /** Rendered on top of the dialog. */
  children: ReactNode;
}

const KINDS = { idle: 'sessionEnd.stay', last: 'sessionEnd.read', over: 'sessionEnd.read' } as const;

function kindOf(end: SessionEnd | 'over' | null): keyof typeof KINDS {
  if (end === 'over') return 'over';
  return end?.isLast ? 'last' : 'idle';
}

/**
 * Dialog that warns about the end of the session, or reports it, over the current screen. A single dialog covers all
 * cases: a second one would mistake the focus change for a press outside the first.
 */
export function SessionEndDialog({ end, onStay, onRead, onLogOut, children }: SessionEndDialogProps) {
  const t = useText(words);
  const { state, submit } = useSubmit(onStay);
  // Keeps the text while the dialog fades out.
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
