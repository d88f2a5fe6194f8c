import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Actions, Button, Note, useStore, useSubmit, useText, VisuallyHidden } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { LogOutDialog, useLogOut } from '../surveys/LogOutDialog.tsx';
import { words } from '../words.ts';
import { type SessionEnd, SessionExpiryMonitor } from './session-expiry-monitor.ts';

const TICK_MS = 1_000;

/** Remaining seconds at which screen readers announce the time. */
const ANNOUNCED_AT = [120, 60, 30, 10];

/** Returns the announcement for the remaining seconds: the last moment of `ANNOUNCED_AT` that has passed. */
function announcedSecondsAt(seconds: number): number | undefined {
  return ANNOUNCED_AT.findLast((moment) => seconds <= moment);
}

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
  const announced = announcedSecondsAt(seconds) ?? seconds;
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

interface SessionEndDialogProps {
  /** The upcoming end; null closes the dialog. */
  end: SessionEnd | null;
  /** Extends the session. Throws if the server could not be reached. */
  onStay(): Promise<void>;
  /** Acknowledges an end that can't be postponed. */
  onRead(): void;
  onLogOut(): void;
  /** Rendered on top of the dialog. */
  children: ReactNode;
}

const KINDS = { idle: 'sessionEnd.stay', last: 'sessionEnd.read' } as const;

/** Dialog that warns about the end of the session over the current screen. */
function SessionEndDialog({ end, onStay, onRead, onLogOut, children }: SessionEndDialogProps) {
  const t = useText(words);
  const { state, submit } = useSubmit(onStay);
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(end);
  if (end && end !== shown) setShown(end);
  const kind = shown?.isLast ? 'last' : 'idle';
  const press = () => (kind === 'idle' ? void submit() : onRead());
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
          {t(KINDS[kind])}
        </Button>
        <Button variant="plain" onClick={onLogOut}>
          {t('menu.logOut')}
        </Button>
      </Actions>
      {children}
    </Dialog>
  );
}

/** Returns the upcoming end of the session until the user has acknowledged it, and how to extend it. */
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

/** Warns before a session ends. After its end, the sign-in screen says why. */
export default function SessionEnding() {
  const { end, read, extend } = useEnd();
  const { isAsking, ask, logOut, stay } = useLogOut();
  return (
    <SessionEndDialog end={end} onStay={extend} onRead={read} onLogOut={ask}>
      <LogOutDialog open={isAsking} onStay={stay} onLogOut={logOut} />
    </SessionEndDialog>
  );
}
