import BookOpen from 'lucide-react/icons/book-open';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import FileText from 'lucide-react/icons/file-text';
import Users from 'lucide-react/icons/users';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { paths, runtimeConfig, useStore, useText } from 'shared-ui';
import { OPENS, type SharedArea } from 'shared-ui/contract';
import { Covered, Panel, type PanelState, type Settled, SHORT_SCREEN, TabBar } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { useScrollMemory } from '../Frame.tsx';

const Scroll = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;

  &[data-hidden] {
    visibility: hidden;
    transition: visibility 0s var(--panel);
  }
  padding-block-end: var(--bottom-inset);
  &:has(+ * [data-state='idle']) {
    --bottom-inset: calc(var(--grip) + var(--tab-peak));
  }
  ${SHORT_SCREEN} {
    &:has(+ * [data-state='idle']) {
      --bottom-inset: var(--grip);
    }
  }
`;

interface BackdropProps {
  /** Key of the history entry shown. */
  visit: string;
  /** Covered by a panel: nothing in it can be reached. */
  isCovered: boolean;
  /** At least partly visible. */
  isVisible: boolean;
  children: ReactNode;
}

/** The page behind the profile panel. It stays mounted and keeps its scroll position. */
export function Backdrop({ visit, isCovered, isVisible, children }: BackdropProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollMemory(scroller, visit);
  return (
    <Covered value={isCovered}>
      <Scroll
        ref={scroller}
        inert={isCovered}
        aria-hidden={isCovered || undefined}
        data-hidden={!isVisible || undefined}
      >
        {children}
      </Scroll>
    </Covered>
  );
}

interface Tab {
  key: 'events' | 'supporters' | 'results' | 'carePlans' | 'resources';
  /** Part of the paths below the tab: "/profile/1/events/7". */
  word: string;
  icon: ReactNode;
  to(profileId: number): string;
  /** What a patient must share for a supporter to have the tab. */
  area?: SharedArea;
}

/** The five tabs (docs/product-rules.md#profile-panel). Resources are only a placeholder, in the demo. */
const TABS: readonly Tab[] = [
  { key: 'events', word: 'events', icon: <CalendarClock />, to: paths.profile.events },
  { key: 'supporters', word: 'supporters', icon: <Users />, to: paths.profile.supporters },
  { key: 'results', word: 'results', icon: <FileText />, to: paths.profile.results, area: 'results' },
  { key: 'carePlans', word: 'care-plans', icon: <ClipboardList />, to: paths.profile.carePlans, area: 'care' },
  { key: 'resources', word: 'resources', icon: <BookOpen />, to: paths.profile.resources },
];

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
export function ProfilePanel({ profileId, handle, children, ...panel }: ProfilePanelProps) {
  const t = useText(words);
  const { pathname } = useLocation();
  const scroll = useRef<HTMLDivElement>(null);
  useScrollMemory(scroll);
  const profile = useStore(({ profiles }) => profiles.list.find(({ id }) => id === profileId));
  const person = profile?.data;
  const name = person ? `${person.firstName} ${person.lastName}` : '';
  const { demo } = runtimeConfig();
  const isCurrent = ({ word }: Tab) => pathname.includes(`/${word}`);
  // The open screen keeps its tab when the patient stops sharing it.
  const isOffered = (tab: Tab) =>
    isCurrent(tab) || !tab.area || !profile?.permissions || OPENS[tab.area](profile.permissions);
  const items = TABS.filter((tab) => (tab.key !== 'resources' || demo) && isOffered(tab)).map((tab) => ({
    to: tab.to(profileId),
    label: t(`tabs.${tab.key}`),
    icon: tab.icon,
    current: isCurrent(tab),
  }));
  return (
    <Panel
      {...panel}
      label={t('panel.label', { name: person?.firstName ?? '' })}
      title={name}
      words={{ lower: t('panel.lower'), raise: t('panel.raise', { name }), close: t('panel.close') }}
      scrollRef={scroll}
      handleRef={handle}
      footer={<TabBar label={t('tabs.label')} items={items} />}
    >
      <Covered value={panel.state === 'idle'}>{children}</Covered>
    </Panel>
  );
}
