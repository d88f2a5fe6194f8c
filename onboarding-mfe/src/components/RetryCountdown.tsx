import { useEffect, useState } from 'react';
import { useText } from 'shared-ui';
import { words } from '../words.ts';

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
  const t = useText(words);
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
