import Bell from 'lucide-react/icons/bell';
import MapPin from 'lucide-react/icons/map-pin';
import Wifi from 'lucide-react/icons/wifi';
import type { Notification } from 'mock-api/contract';
import type { ReactNode } from 'react';
import {
  formatDate,
  formatMoment,
  formatTime,
  NextCard,
  Note,
  SectionTitle,
  Stack,
  useStore,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** Content above the events, with a bottom margin. */
export const Spaced = styled.div`
  margin-block-end: var(--space-3);
`;

/** Returns whether a notification is about what happens next. */
const isNext = ({ kind }: Notification) => kind === 'next-step';

const Late = styled.p`
  font-weight: 650;
`;

/** Formats a time today as the time, any other day as date and time. */
function formatNextTime(at: string): string {
  const moment = formatMoment(at);
  return moment === formatDate(at) ? `${moment}, ${formatTime(at)}` : moment;
}

/** "What happens next": the newest notification about where to be, with any delay; renders nothing without one. */
export function NextUp() {
  const t = useText(words);
  const next = useStore(({ notifications }) => notifications.list.find(isNext));
  if (!next) return null;
  const { title, content, place, at, delay } = next;
  const whereAndWhen = [place, at && formatNextTime(at)].filter(Boolean).join(' · ');
  return (
    <Spaced>
      <NextCard eyebrow={t('home.next')} title={title} text={content} icon={<MapPin />}>
        {whereAndWhen && <p>{whereAndWhen}</p>}
        {delay && <Late>{t('home.delay', { count: delay.minutes, reason: delay.reason })}</Late>}
      </NextCard>
    </Spaced>
  );
}

const ICONS: Record<string, ReactNode> = { wifi: <Wifi /> };

/** All notifications except the one about what happens next; renders nothing if there are none. */
export function OtherNotifications() {
  const t = useText(words);
  const list = useStore(({ notifications }) => notifications.list);
  const next = list.find(isNext);
  const others = list.filter((notification) => notification !== next);
  if (others.length === 0) return null;
  return (
    <Spaced>
      <Stack as="section">
        <SectionTitle>{t('home.notifications')}</SectionTitle>
        {others.map(({ id, title, content, icon }) => (
          <Note key={id} title={title} icon={ICONS[icon ?? ''] ?? <Bell />}>
            <p>{content}</p>
          </Note>
        ))}
      </Stack>
    </Spaced>
  );
}
