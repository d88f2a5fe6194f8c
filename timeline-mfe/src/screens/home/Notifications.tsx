import Bell from 'lucide-react/icons/bell';
import MapPin from 'lucide-react/icons/map-pin';
import Wifi from 'lucide-react/icons/wifi';
import type { Notification } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { NextCard, Note, SectionTitle, Stack, useStore, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** The icon that marks a notification about where to be next. */
const NEXT_ICON = 'map-pin';

const ICONS: Record<string, ReactNode> = { wifi: <Wifi /> };

const isNext = ({ icon }: Notification) => icon === NEXT_ICON;

/** Something above the events. */
export const Spaced = styled.div`
  margin-block-end: var(--space-3);
`;

/** "What happens next": the newest notification that says where to be; nothing without one. */
export function NextUp() {
  const t = useText(words);
  const next = useStore(({ notifications }) => notifications.list.find(isNext));
  if (!next) return null;
  return (
    <Spaced>
      <NextCard eyebrow={t('home.next')} title={next.title} text={next.content} icon={<MapPin />} />
    </Spaced>
  );
}

/** Every notification but the one about what happens next; nothing without any. */
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
