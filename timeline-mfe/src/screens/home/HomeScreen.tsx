import Bell from 'lucide-react/icons/bell';
import FolderHeart from 'lucide-react/icons/folder-heart';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Users from 'lucide-react/icons/users';
import Wifi from 'lucide-react/icons/wifi';
import type { Notification, Profile } from 'mock-api/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  DrawnIcon,
  EmptyState,
  ensureTimeline,
  FocusReturn,
  isViewed,
  LinkButton,
  Note,
  onDemand,
  Page,
  runtimeConfig,
  SectionTitle,
  Skeleton,
  Stack,
  signedInUser,
  useEnsureLoaded,
  useNavigation,
  useStore,
  useText,
} from 'shared-ui';
import { isUnreadReply, OWN_PROFILE, recordPaths, requestPaths } from 'shared-ui/contract';
import { hiddenText, hospitalTime, NARROW_SCREEN, SHORT_SCREEN, useHospitalText, useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { needPath } from '../../api/need-path.ts';
import { words } from '../../words.ts';
import { MyDay } from './day/MyDay.tsx';
import { isOwnNext, NextUp, Spaced } from './NextStep.tsx';
import { OwnEvents, useHomeGroups } from './OwnEvents.tsx';

/** Returns the greeting for an hour of the day at the hospital (0 to 23): evening from 18 until 5, morning until 12. */
export function greetingFor(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'afternoon';
}

const PeopleWaiting = () => {
  const t = useText(words);
  return <Skeleton label={t('home.peopleLoading')} />;
};

/** Only users who support someone need its code. */
const SupportedPeople = onDemand(() => import('./SupportedPeople.tsx'), <PeopleWaiting />);

/** Returns the profiles of the people whom the user supports. */
function useSupportedPeople(): Profile[] {
  const profiles = useStore((state) => state.profiles.list);
  return useMemo(() => profiles.filter(({ id }) => id !== OWN_PROFILE), [profiles]);
}

const useRole = () => useStore((state) => signedInUser(state)?.roleType ?? '');

/** Home: a greeting, and then what matters to this user first: their own stay, or the people they support. */
export function HomeScreen() {
  const t = useText(words);
  const now = useNow();
  const name = useStore((state) => signedInUser(state)?.preferredName ?? state.session.me?.firstName ?? '');
  const isSupporter = useRole() === 'supporter';
  useEnsureLoaded(ensureTimeline);
  const title = t(`greeting.${greetingFor(Number(hospitalTime(now).slice(11, 13)))}`, { name });
  const page = (
    <Page title={title} compact>
      <FocusReturn>
        {isSupporter ? <SupporterHome /> : <PatientHome />}
        <PushOfferLater />
      </FocusReturn>
    </Page>
  );
  if (isSupporter) return page;
  return (
    <AboveBar>
      {page}
      <AskBar />
    </AboveBar>
  );
}

/** What happens next and the user's own events, then the people they support. */
function PatientHome() {
  const t = useText(words);
  const groups = useHomeGroups();
  const people = useSupportedPeople();
  return (
    <>
      <ProfessionalNote />
      <NextUp />
      <OwnEvents groups={groups} empty={<EmptyState title={t('home.empty')} text={t('home.emptyText')} />}>
        <Stack $gap={24}>
          <MyDay profileId={OWN_PROFILE} />
          <OtherNotifications />
          <HomeLinks hasRecord />
          {people.length > 0 && <SupportedPeople people={people} />}
        </Stack>
      </OwnEvents>
    </>
  );
}

/** The people whom a supporter follows. A supporter's own events, such as a request to accept, follow below them. */
function SupporterHome() {
  const t = useText(words);
  const groups = useHomeGroups();
  const people = useSupportedPeople();
  const supported = people.length > 0 && <SupportedPeople people={people} />;
  // No one has invited them, or the invitation was withdrawn.
  const noOne = <EmptyState title={t('home.noOne')} text={t('home.noOneText')} icon={<Users />} />;
  return (
    <>
      {groups.actionable.length === 0 && supported}
      <OwnEvents groups={groups} empty={!supported && noOne}>
        <Stack $gap={24}>
          {groups.actionable.length > 0 && supported}
          <HomeLinks />
        </Stack>
      </OwnEvents>
    </>
  );
}

/** Roles of users who aren't patients: in the demo, the stay they see is made up. */
const WORK_ROLES: readonly string[] = ['professional', 'staff'];

/** Tells users who work in a hospital that they see what a patient would see; renders nothing for anyone else. */
function ProfessionalNote() {
  const t = useText(words);
  const isHospitalWorker = WORK_ROLES.includes(useRole());
  if (!isHospitalWorker || !runtimeConfig().demo) return null;
  return (
    <Spaced>
      <Note title={t('home.demoProfessional')}>
        <p>{t('home.demoProfessionalText')}</p>
      </Note>
    </Spaced>
  );
}

const skipOffer = (error: unknown) => {
  console.info('Failed to load the push notification offer', error);
  return { default: () => null };
};

const PushOffer = onDemand(() => import(/* webpackFetchPriority: "low" */ '../../push/PushOffer.tsx').catch(skipOffer));

/**
 * Loads the question about push notifications after the user has read an event, so that the first screen doesn't wait
 * for its code. If the code fails to load, the question is skipped.
 */
function PushOfferLater() {
  const isDue = useStore(({ events }) => events.list.some((event) => isViewed(event) && !event.previousStay));
  const [wasDue, setWasDue] = useState(isDue);
  if (isDue && !wasDue) setWasDue(true);
  return wasDue && <PushOffer />;
}

const ICONS: Record<string, ReactNode> = { wifi: <Wifi /> };

/** All notifications except the one about what happens next; renders nothing if there are none. */
function OtherNotifications() {
  const t = useText(words);
  const list = useStore(({ notifications }) => notifications.list);
  const next = list.find(isOwnNext);
  const others = list.filter((notification) => notification !== next);
  if (others.length === 0) return null;
  return (
    <Stack as="section">
      <SectionTitle>{t('home.notifications')}</SectionTitle>
      {others.map((notification) => (
        <OtherNotification key={notification.id} notification={notification} />
      ))}
    </Stack>
  );
}

function OtherNotification({ notification: { title, content, icon, languages } }: { notification: Notification }) {
  return (
    <div {...useHospitalText(languages?.title ?? languages?.content)}>
      <Note title={title} icon={ICONS[icon ?? ''] ?? <Bell />}>
        <p>{content}</p>
      </Note>
    </div>
  );
}

/** Fills the screen, so that the bar is at the bottom however short the content is. */
const AboveBar = styled.div`
  --toast-lift: 5rem;
  display: flex;
  flex-direction: column;
  min-block-size: 100%;

  /* A focused element scrolls out from under the bar, also where its texts wrap. */
  a,
  button {
    scroll-margin-block-end: 6.5rem;
  }
  ${SHORT_SCREEN} {
    --toast-lift: 90px;

    a,
    button {
      scroll-margin-block-end: 100px;
    }
  }
`;

/** Sticks to the bottom of the page, above the profiles. In the flow, so that it never covers the end of the page. */
const Bar = styled.nav`
  position: sticky;
  z-index: 2;
  inset-block-end: 0;
  margin-block-start: auto;
  padding: var(--space-2) var(--space-4);
  border-block-start: 1px solid var(--line-color);
  background: var(--page);

  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) var(--space-2);
    max-inline-size: calc(var(--column) - 2 * var(--space-4));
    margin-inline: auto;
  }
  a {
    flex: 1 1 7rem;
    padding-inline: var(--space-3);
  }
  a:first-child {
    flex-grow: 2;
  }
  [data-part='icon'] {
    display: none;
  }
  /* One row: the requests are an icon with a name. */
  ${NARROW_SCREEN} {
    padding-block: var(--space-1);

    > div {
      flex-wrap: nowrap;
    }
    a[data-compact] {
      flex: none;
      min-inline-size: var(--target);
      padding-inline: var(--space-2);
      font-size: min(var(--text-m), 8vw);
    }
    a[data-compact]:first-child {
      flex: 1;
    }
    [data-part='icon'] {
      display: inline-flex;
      align-items: center;
      gap: var(--space-1);
    }
  }
  ${SHORT_SCREEN} {
    padding-block: var(--space-1);

    a[data-compact] {
      padding-block: var(--space-1);
    }
    /* Nothing can be asked now, and the line about it takes the bar's place. */
    &[data-offline] {
      position: static;
    }
  }
`;

const RequestsLabel = styled.span`
  ${NARROW_SCREEN} {
    ${hiddenText}
  }
`;

/** "I need something" and the user's requests, always in reach. */
function AskBar() {
  const t = useText(words);
  const isOffline = useStore(({ session }) => session.isOffline);
  const unread = useStore(({ events }) => events.list.filter((event) => isUnreadReply(event, OWN_PROFILE)).length);
  return (
    <Bar aria-label={t('ask.title')} data-offline={isOffline || undefined}>
      <div>
        <LinkButton compact to={needPath(OWN_PROFILE)}>
          {t('ask.request')}
        </LinkButton>
        <LinkButton variant="plain" compact to={requestPaths.list(OWN_PROFILE)}>
          <span data-part="icon" aria-hidden="true">
            <MessagesSquare />
            {unread > 0 && unread}
          </span>
          <RequestsLabel>{unread === 0 ? t('ask.all') : t('ask.unread', { count: unread })}</RequestsLabel>
        </LinkButton>
      </div>
    </Bar>
  );
}

const Links = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
  max-inline-size: var(--card-max);
`;

const HomeLink = styled(Link)`
  display: flex;
  flex: 1 1 40%;
  align-items: center;
  gap: var(--space-3);
  min-block-size: 52px;
  padding: var(--space-2) var(--space-3);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--ink);
  font-weight: 560;
  text-decoration: none;

  > svg {
    flex: none;
    color: var(--brand);
  }
  &:hover {
    background: var(--brand-soft);
  }
`;

/** Links to the own record, if the user is a patient, and to what other remotes declare for the home screen. */
function HomeLinks({ hasRecord = false }: { hasRecord?: boolean }) {
  const t = useText(words);
  const links = useNavigation('home');
  if (links.length === 0 && !hasRecord) return null;
  return (
    <Links aria-label={t('home.links')}>
      {hasRecord && (
        <HomeLink to={recordPaths.all(OWN_PROFILE)}>
          <FolderHeart />
          <span>{t('home.record')}</span>
        </HomeLink>
      )}
      {links.map(({ path, label, drawing }) => (
        <HomeLink key={path} to={path}>
          <DrawnIcon strokes={drawing} />
          <span>{label}</span>
        </HomeLink>
      ))}
    </Links>
  );
}
