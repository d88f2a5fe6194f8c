import { useEffect, useState } from 'react';
import { formatMoment, type Translate } from 'shared-ui';

const MINUTE_MS = 60_000;

/**
 * Formats a time for display: "Just now", "2 min ago" within the hour, then the time of day, then the date. Times in
 * the future (a clock ahead of the phone's) count as now.
 */
export function formatEventTime(iso: string, now: number, t: Translate<'when.now' | 'when.minutes'>): string {
  const minutes = Math.floor((now - Date.parse(iso)) / MINUTE_MS);
  if (minutes < 1) return t('when.now');
  return minutes < 60 ? t('when.minutes', { minutes }) : formatMoment(iso, new Date(now));
}

const TICK_MS = 30_000;

/** Returns the current time in milliseconds since 1970 and re-renders every 30 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
