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
