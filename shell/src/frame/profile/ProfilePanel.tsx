import { type ReactNode, type RefObject, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore, useText } from 'shared-ui';
import { Covered, Panel, type PanelState, type Settled, TabBar } from 'shared-ui/host';
import { words } from '../../words.ts';
import { useScrollMemory } from '../hooks/useScrollMemory.ts';
import { isTabOf, TABS } from '../menu/tabs.tsx';

interface ProfilePanelProps {
  profileId: number;
  state: PanelState;
  handle: RefObject<HTMLButtonElement | null>;
  /** Opened directly by its URL. */
  skipsEntryAnimation: boolean;
  onSettle(settled: Settled): void;
  onDrag(isDragging: boolean): void;
  children: ReactNode;
}

/** The sheet that shows one profile: the remote's screen with the tab bar below it. */
export function ProfilePanel({
  profileId,
  state,
  handle,
  skipsEntryAnimation,
  onSettle,
  onDrag,
  children,
}: ProfilePanelProps) {
  const t = useText(words);
  const { pathname } = useLocation();
  const scroll = useRef<HTMLDivElement>(null);
  useScrollMemory(scroll);
  const person = useStore(({ profiles }) => profiles.list.find(({ id }) => id === profileId)?.data);
  const name = person ? `${person.firstName} ${person.lastName}` : '';
  const items = TABS.map(({ key, word, icon, to }) => ({
    to: to(profileId),
    label: t(`tabs.${key}`),
    icon,
    current: isTabOf(pathname, word),
  }));
  return (
    <Panel
      label={t('panel.label', { name: person?.firstName ?? '' })}
      title={name}
      state={state}
      words={{ lower: t('panel.lower'), raise: t('panel.raise', { name }), close: t('panel.close') }}
      skipsEntryAnimation={skipsEntryAnimation}
      onSettle={onSettle}
      onDrag={onDrag}
      scrollRef={scroll}
      handleRef={handle}
      footer={<TabBar label={t('tabs.label')} items={items} />}
    >
      <Covered value={state === 'idle'}>{children}</Covered>
    </Panel>
  );
}
