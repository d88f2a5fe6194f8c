import type { CareEvent } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import {
  EmptyState,
  FetchedContent,
  LinkButton,
  loadTimeline,
  PanelScreen,
  paths,
  surveyOf,
  useDismissOnLeave,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { AskHospital } from 'shared-ui/details';
import { words } from '../../words.ts';
import { EventContent } from './EventContent.tsx';

/** Returns the event with this id, or the one whose link id matches. */
function findEvent(list: CareEvent[], profileId: number, id: string): CareEvent | undefined {
  const own = list.filter((event) => event.profileId === profileId);
  return own.find((event) => event.id === id) ?? own.find((event) => event.linkId === id);
}

/** Event detail screen. The event becomes VIEWED when the user leaves. */
export default function EventScreen() {
  const t = useText(words);
  const { eventId = '' } = useParams();
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.events);
  const event = findEvent(list, profile.id, eventId);
  useDismissOnLeave(eventId);
  const mine = profile.isOwn ? t('events.mine') : t('events.theirs', { name: profile.firstName });
  return (
    <PanelScreen title={event?.name ?? mine}>
      <FetchedContent
        loading={loading}
        isEmpty={!event}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={
          <EmptyState title={t('event.gone')} text={t('event.goneText')}>
            <LinkButton to={paths.profile.events(profile.id)}>{t('event.all')}</LinkButton>
          </EmptyState>
        }
      >
        {event && <EventContent event={event} />}
        {/* Not shown below a survey, which already is a form for feedback. */}
        {event && !surveyOf(event) && <AskHospital type="event" id={event.id} />}
      </FetchedContent>
    </PanelScreen>
  );
}
