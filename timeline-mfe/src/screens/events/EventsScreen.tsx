import { useMemo } from 'react';
import { EmptyState, FetchedContent, loadTimeline, PanelScreen, useProfile, useStore, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { DeletionToast } from '../../components/list/deletion/DeletionToast.tsx';
import { useDeletion } from '../../components/list/deletion/useDeletion.ts';
import { EventGroups } from '../../components/list/EventGroups.tsx';
import { SettingsLink } from '../../components/SettingsLink.tsx';
import { words } from '../../words.ts';
import { eventGroups } from './groups.ts';
import { ReadEvents } from './ReadEvents.tsx';

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
  const deletion = useDeletion();
  const title = profile.isOwn ? t('events.mine') : t('events.theirs', { name: profile.firstName });
  return (
    <PanelScreen title={title}>
      <FetchedContent
        loading={loading}
        isEmpty={current.length + previous.length === 0}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={<EmptyState title={t('events.empty')} text={t('events.emptyText')} />}
      >
        <EventGroups
          groups={[
            { title: t('events.current'), events: current },
            { title: t('events.previous'), events: previous },
          ]}
          deletion={deletion}
        />
      </FetchedContent>
      <ReadEvents events={read} deletion={deletion} />
      {profile.isOwn && (
        <End>
          <SettingsLink />
        </End>
      )}
      <DeletionToast deletion={deletion} />
    </PanelScreen>
  );
}
