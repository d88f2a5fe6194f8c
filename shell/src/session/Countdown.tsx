import { useEffect, useState } from 'react';
import { useText, VisuallyHidden } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import { announcedSecondsAt, formatClock } from './session-end.ts';

const TICK_MS = 1_000;

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
export function Countdown({ at }: { at: number }) {
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
