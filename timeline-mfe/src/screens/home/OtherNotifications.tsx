import Bell from 'lucide-react/icons/bell';
import Wifi from 'lucide-react/icons/wifi';
import type { ReactNode } from 'react';
import { Note, SectionTitle, Stack, useStore, useText } from 'shared-ui';
import { words } from '../../words.ts';
import { isOwnNext } from './NextStep.tsx';

const ICONS: Record<string, ReactNode> = { wifi: <Wifi /> };

/** All notifications except the one about what happens next; renders nothing if there are none. */
export function OtherNotifications() {
  const t = useText(words);
  const list = useStore(({ notifications }) => notifications.list);
  const next = list.find(isOwnNext);
  const others = list.filter((notification) => notification !== next);
  if (others.length === 0) return null;
  return (
    <Stack as="section">
      <SectionTitle>{t('home.notifications')}</SectionTitle>
      {others.map(({ id, title, content, icon }) => (
        <Note key={id} title={title} icon={ICONS[icon ?? ''] ?? <Bell />}>
          <p>{content}</p>
        </Note>
      ))}
    </Stack>
  );
}
