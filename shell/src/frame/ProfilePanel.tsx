import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Panel, TabBar, useStore, useText } from 'shared-ui';
import { words } from '../words.ts';
import { TABS } from './tabs.tsx';
import { useScrollMemory } from './useScrollMemory.ts';

interface ProfilePanelProps {
  profileId: number;
  children: ReactNode;
}

/** The sheet that shows one profile: the remote's screen, and the tab bar below it. */
export function ProfilePanel({ profileId, children }: ProfilePanelProps) {
  const t = useText(words);
  const { pathname } = useLocation();
  const scroll = useRef<HTMLDivElement>(null);
  useScrollMemory(scroll);
  const profile = useStore((state) => state.profiles.list.find(({ id }) => id === profileId));
  const items = TABS.map(({ key, word, icon, to }) => ({
    to: to(profileId),
    label: t(`tabs.${key}`),
    icon,
    current: pathname.includes(word),
  }));
  return (
    <Panel
      label={t('panel.label', { name: profile?.data.firstName ?? '' })}
      scrollRef={scroll}
      footer={<TabBar label={t('tabs.label')} items={items} />}
    >
      {children}
    </Panel>
  );
}
