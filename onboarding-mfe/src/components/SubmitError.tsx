import { useEffect, useState } from 'react';
import { ApiFailure, Note, Stack, useText } from 'shared-ui';
import { PasskeyFailure, retryTimeOf } from 'shared-ui/forms';
import { isRefusal, useReason } from '../session/failure.tsx';
import { words as common } from '../words.ts';
import { words } from '../words-account.ts';
import { SupportContacts } from './screen-parts.tsx';

/** Returns whether too many attempts make the user wait. */
const isBlocked = (error: unknown) => error instanceof ApiFailure && error.code === 'LOGIN_BLOCKED';

interface Props {
  error: unknown;
  /** The screen's own message for a refusal, followed by the support team's contacts. */
  refusal: string;
  /** Whether to show the message, after the reason, for network failures too. */
  always?: boolean;
}

/**
 * Says why a call failed: the screen's message if the server refused it, otherwise the reason of the failure, or
 * how long to wait. Screen readers announce it immediately.
 */
export function SubmitError({ error, refusal, always = false }: Props) {
  const reason = useReason();
  const isRefused = isRefusal(error);
  const retryTime = isBlocked(error) ? retryTimeOf(error) : undefined;
  return (
    <Note tone={isRefused ? 'error' : 'warning'} live="alert">
      <Stack $gap={8}>
        {!isRefused && (retryTime === undefined ? <p>{reason(error)}</p> : <RetryCountdown until={retryTime} />)}
        {(isRefused || always) && (
          <>
            <p>{refusal}</p>
            <SupportContacts />
          </>
        )}
      </Stack>
    </Note>
  );
}

/** Says why a passkey sign-in failed and what to do instead. Screen readers announce it immediately. */
export function PasskeyError({ error }: { error: unknown }) {
  const t = useText(words);
  const reason = useReason();
  const isPasskeyFailure = error instanceof PasskeyFailure;
  return (
    <Note tone={isPasskeyFailure ? 'info' : 'warning'} live="alert">
      {isPasskeyFailure ? t(error.fault === 'cancelled' ? 'passkey.cancelled' : 'passkey.impossible') : reason(error)}
    </Note>
  );
}

const SECOND_MS = 1_000;

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / SECOND_MS));

/** Returns the whole seconds until a time (ms since 1970), updated every second. */
function useSecondsUntil(time: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(time));
  useEffect(() => {
    setSeconds(secondsUntil(time));
    const timer = setInterval(() => setSeconds(secondsUntil(time)), SECOND_MS);
    return () => clearInterval(timer);
  }, [time]);
  return seconds;
}

/**
 * Says after too many attempts how long to wait, and then that the wait is over. Inside an alert, screen readers
 * announce the first and the last text, not every second.
 * @param until when the wait is over (ms since 1970)
 */
export function RetryCountdown({ until }: { until: number }) {
  const t = useText(common);
  const total = useSecondsUntil(until);
  if (total === 0) return <p>{t('wait.over')}</p>;
  const [minutes, seconds] = [Math.floor(total / 60), total % 60];
  return (
    <p>
      {t('wait.text')}{' '}
      <strong role="timer" aria-live="off">
        {minutes > 0 ? t('wait.minutes', { minutes, seconds }) : t('wait.seconds', { seconds })}
      </strong>
      . {t('wait.kept')}
    </p>
  );
}
