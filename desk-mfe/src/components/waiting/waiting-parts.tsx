import AlarmClock from 'lucide-react/icons/alarm-clock';
import Siren from 'lucide-react/icons/siren';
import type { DeskRequest } from 'mock-api/contract';
import { type Translate, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;

type WaitKey = `wait.${'minutes' | 'hours' | 'days'}`;

/** Formats a number of whole minutes, e.g. "1 h 20 min". */
export function durationOf(t: Translate<WaitKey>, minutes: number): string {
  if (minutes < MINUTES_PER_HOUR) return t('wait.minutes', { minutes });
  if (minutes >= MINUTES_PER_DAY) return t('wait.days', { count: Math.floor(minutes / MINUTES_PER_DAY) });
  return t('wait.hours', { hours: Math.floor(minutes / MINUTES_PER_HOUR), minutes: minutes % MINUTES_PER_HOUR });
}

/** Formats how long someone has waited. */
export const waitOf = (t: Translate<WaitKey>, since: string, now: number): string =>
  durationOf(t, Math.max(0, Math.floor((now - Date.parse(since)) / 60_000)));

/** Returns whether a wait is too long; `dueAt` is null or absent if it can't be. */
export const isOverdueAt = (dueAt: string | null | undefined, now: number) => !!dueAt && Date.parse(dueAt) <= now;

const Mark = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  padding: 2px 10px;
  border-radius: var(--radius-s);
  background: var(--urgent-soft);
  color: var(--urgent);
  font-size: var(--text-s);
  font-weight: 640;
  white-space: nowrap;

  svg {
    inline-size: 1.1em;
    block-size: 1.1em;
  }
`;

export function OverdueMark() {
  const t = useText(words);
  return (
    <Mark>
      <AlarmClock aria-hidden />
      {t('overview.overdue')}
    </Mark>
  );
}

/** What someone asks for, with the level of a pain, and whether it is urgent. */
export function RequestKind({ request: { kind, level, urgency } }: { request: DeskRequest }) {
  const t = useText(words);
  const hasLevel = kind === 'pain' && typeof level === 'number';
  return (
    <>
      {hasLevel ? t('requests.painLevel', { level }) : t(`requests.kinds.${kind}`)}
      {urgency === 'urgent' && (
        <>
          {' '}
          <Mark>
            <Siren aria-hidden />
            {t('requests.urgent')}
          </Mark>
        </>
      )}
    </>
  );
}
