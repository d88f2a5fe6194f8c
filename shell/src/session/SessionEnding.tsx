import { useEffect, useRef, useState } from 'react';
import { Actions, Button, Note, useStore, useSubmit, useText, VisuallyHidden } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { words } from '../session-words.ts';
import { LogOutDialog, useLogOut } from '../surveys/LogOutDialog.tsx';
import { type SessionEnd, SessionExpiryMonitor } from './session-expiry-monitor.ts';

const TICK_MS = 1_000;

/** Remaining seconds at which screen readers announce the time. */
const ANNOUNCED_AT = [120, 60, 30, 10];

/** Formats seconds as a clock: 65 becomes "1:05". */
function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const Clock = styled.p`
  margin-block: var(--space-3) 0;
  color: var(--brand);
  font-size: var(--text-2xl);
  font-variant-numeric: tabular-nums;
  font-weight: 700;
  line-height: var(--line-tight);
`;

/** Returns the whole seconds left until a time (ms since the epoch), updated every second. */
function useSecondsLeft(at: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/** Time left until `at` (ms since the epoch), shown every second and announced to screen readers at four moments. */
function Countdown({ at }: { at: number }) {
  const t = useText(words);
  const seconds = useSecondsLeft(at);
  const announced = ANNOUNCED_AT.findLast((moment) => seconds <= moment) ?? seconds;
  const isMinutes = announced % 60 === 0;
  return (
    <>
      <Clock aria-hidden="true">{formatClock(seconds)}</Clock>
      <VisuallyHidden role="status">
        {isMinutes ? t('sessionEnd.minutes', { count: announced / 60 }) : t('sessionEnd.seconds', { count: announced })}
      </VisuallyHidden>
    </>
  );
}

/** Returns the upcoming end of the session until the user has acknowledged it, and a function that postpones it. */
function useEnd() {
  const isSignedIn = useStore(({ session }) => session.me !== null);
  const [near, setNear] = useState<SessionEnd | null>(null);
  const [hasRead, setHasRead] = useState(false);
  const monitor = useRef<SessionExpiryMonitor>(undefined);
  useEffect(() => {
    setHasRead(false);
    if (!isSignedIn) return;
    const started = new SessionExpiryMonitor(setNear);
    monitor.current = started;
    started.start();
    return () => {
      started.stop();
      setNear(null);
    };
  }, [isSignedIn]);
  return {
    end: near?.isLast && hasRead ? null : near,
    read: () => setHasRead(true),
    extend: async () => monitor.current?.extend(),
  };
}

const CONFIRM_TEXT = { idle: 'sessionEnd.stay', last: 'sessionEnd.read' } as const;

/** Dialog that warns before the session ends, over the current screen. After its end, the sign-in screen says why. */
export default function SessionEnding() {
  const t = useText(words);
  const { end, read, extend } = useEnd();
  const { ask, dialog } = useLogOut();
  const { state, submit } = useSubmit(extend);
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(end);
  if (end && end !== shown) setShown(end);
  const kind = shown?.isLast ? 'last' : 'idle';
  const press = () => (kind === 'idle' ? void submit() : read());
  return (
    <Dialog open={end !== null} onClose={press} title={t(`sessionEnd.${kind}.title`)}>
      <p>{t(`sessionEnd.${kind}.text`)}</p>
      {shown && <Countdown at={shown.at} />}
      {state === 'failed' && kind === 'idle' && (
        <Note tone="warning" live="alert">
          {t('sessionEnd.failed')}
        </Note>
      )}
      <Actions>
        <Button busy={state === 'sending'} onClick={press}>
          {t(CONFIRM_TEXT[kind])}
        </Button>
        <Button variant="plain" onClick={ask}>
          {t('menu.logOut')}
        </Button>
      </Actions>
      <LogOutDialog {...dialog} />
    </Dialog>
  );
}
