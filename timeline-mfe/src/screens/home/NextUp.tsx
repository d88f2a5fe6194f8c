import MapPin from 'lucide-react/icons/map-pin';
import type { Notification } from 'mock-api/contract';
import { formatDate, formatMoment, formatTime, NextCard, useStore, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { Spaced } from './Spaced.tsx';

/** Returns whether a notification is about what happens next. */
export const isNext = ({ kind }: Notification) => kind === 'next-step';

const Late = styled.p`
  font-weight: 650;
`;

/** Formats a time today as the time, any other day as date and time. */
function whenOf(at: string): string {
  const moment = formatMoment(at);
  return moment === formatDate(at) ? `${moment}, ${formatTime(at)}` : moment;
}

/** "What happens next": the newest notification about where to be, with any delay; renders nothing without one. */
export function NextUp() {
  const t = useText(words);
  const next = useStore(({ notifications }) => notifications.list.find(isNext));
  if (!next) return null;
  const { title, content, place, at, delay } = next;
  const whereAndWhen = [place, at && whenOf(at)].filter(Boolean).join(' · ');
  return (
    <Spaced>
      <NextCard eyebrow={t('home.next')} title={title} text={content} icon={<MapPin />}>
        {whereAndWhen && <p>{whereAndWhen}</p>}
        {delay && <Late>{t('home.delay', { count: delay.minutes, reason: delay.reason })}</Late>}
      </NextCard>
    </Spaced>
  );
}
