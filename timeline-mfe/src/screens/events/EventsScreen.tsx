import type { CareEvent } from 'mock-api/contract';
import { useMemo } from 'react';
import {
  EmptyState,
  EVENT_TYPE,
  FetchedContent,
  isListed,
  isViewed,
  loadTimeline,
  PanelScreen,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { NotShared } from 'shared-ui/details';
import { styled } from 'styled-components';
import { DeletionToast, useDeletion } from '../../components/list/deletion/useDeletion.tsx';
import { EventGroups } from '../../components/list/EventGroups.tsx';
import { SettingsLink } from '../../components/SettingsLink.tsx';
import { useSentSurveys } from '../../components/sent-surveys.ts';
import { words } from '../../words.ts';
import { ReadEvents } from './ReadEvents.tsx';

interface ProfileEvents {
  /** Unread events of this stay and of earlier ones (docs/product-rules.md#event-list). */
  current: CareEvent[];
  previous: CareEvent[];
  /** Viewed events of all stays, and events that no list ever shows. */
  read: CareEvent[];
}

/** Groups a profile's events for its panel. Each group keeps the original order. */
export function eventGroups(list: CareEvent[], profileId: number): ProfileEvents {
  const own = list.filter((event) => event.profileId === profileId && event.type !== EVENT_TYPE.SUPPORTER_REQUEST);
  const listed = own.filter(isListed);
  // General and supporter events of the user's own profile are on the home screen until they are viewed.
  const isKept = (event: CareEvent) => isViewed(event) || (profileId !== OWN_PROFILE && !isListed(event));
  return {
    current: listed.filter(({ previousStay }) => !previousStay),
    previous: listed.filter(({ previousStay }) => previousStay),
    // These events don't count towards the badge, so none is marked as new.
    read: own.filter(isKept).map((event) => ({ ...event, status: 'VIEWED' })),
  };
}

const End = styled.div`
  max-inline-size: var(--card-max);
  margin-block-start: var(--space-5);
`;

/** The events of one profile: this stay, earlier stays, and a collapsed section with those already read. */
export function EventsScreen() {
  const t = useText(words);
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.events);
  const { current, previous, read } = useMemo(() => eventGroups(list, profile.id), [list, profile.id]);
  // Of a patient's events, those that other permissions open are listed or read.
  const isShared = profile.permissions?.statusUpdates !== false || read.some((event) => event.isShared);
  const deletion = useDeletion();
  useSentSurveys();
  const title = profile.isOwn ? t('events.mine') : t('events.theirs', { name: profile.firstName });
  return (
    <PanelScreen title={title}>
      <FetchedContent
        loading={loading}
        isEmpty={current.length + previous.length === 0}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={
          isShared ? (
            <EmptyState title={t('events.empty')} text={t('events.emptyText')} />
          ) : (
            <NotShared name={profile.firstName} />
          )
        }
      >
        <EventGroups
          groups={[
            { title: t('events.current'), events: current },
            { title: t('events.previous'), events: previous },
          ]}
          deletion={deletion}
        />
      </FetchedContent>
      {/* Without access, there is only the event about having become a supporter, which nobody has read here. */}
      {isShared && <ReadEvents events={read} deletion={deletion} />}
      {profile.isOwn && (
        <End>
          <SettingsLink />
        </End>
      )}
      <DeletionToast deletion={deletion} />
    </PanelScreen>
  );
}
