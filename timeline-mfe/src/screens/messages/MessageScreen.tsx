import { useParams } from 'react-router-dom';
import {
  EmptyState,
  EVENT_TYPE,
  FetchedContent,
  LinkButton,
  loadTimeline,
  PanelScreen,
  paths,
  runtimeConfig,
  useDismissOnLeave,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { MissingContent } from 'shared-ui/details';
import { EventText } from '../../components/EventText.tsx';
import { words } from '../../words.ts';
import { CovidMessage } from './CovidMessage.tsx';

/**
 * What staff wrote: one message, or the newest. In the demo, the COVID-19 precautionary message until its story has sent
 * one (docs/product-rules.md#the-app). The message becomes VIEWED when the user leaves.
 */
export default function MessageScreen() {
  const t = useText(words);
  const { messageId } = useParams();
  const profile = useProfile();
  const loading = useStore(({ events }) => events.loading);
  const event = useStore(({ events }) =>
    events.list.find(
      ({ id, profileId, requestId, type }) =>
        profileId === profile.id &&
        type === EVENT_TYPE.MESSAGE &&
        requestId === undefined &&
        (messageId === undefined || id === messageId),
    ),
  );
  useDismissOnLeave(messageId ?? event?.id ?? '');
  const isDemo = runtimeConfig().demo;
  const isNamed = messageId === undefined;
  const mine = profile.isOwn ? t('message.mine') : t('message.theirs', { name: profile.firstName });
  const title = event?.name ?? (isDemo ? t('message.covid.title') : mine);
  return (
    <PanelScreen title={isNamed ? mine : title}>
      {isDemo && !event ? (
        <CovidMessage isNamed={isNamed} />
      ) : (
        <FetchedContent
          loading={loading}
          isEmpty={!event}
          failed={t('timelineFailed')}
          failedText={t('nothingLost')}
          retry={loadTimeline}
          empty={<NoMessage id={messageId} profileId={profile.id} />}
        >
          {event && <EventText event={event} isNamed={isNamed} />}
        </FetchedContent>
      )}
    </PanelScreen>
  );
}

/** Says that there is no message, or why the one with this id can't be shown. */
function NoMessage({ id, profileId }: { id: string | undefined; profileId: number }) {
  const t = useText(words);
  if (id === undefined) return <EmptyState title={t('message.none')} text={t('message.noneText')} />;
  return (
    <MissingContent type="event" id={id}>
      <EmptyState title={t('event.gone')} text={t('event.goneText')}>
        <LinkButton to={paths.profile.events(profileId)}>{t('event.all')}</LinkButton>
      </EmptyState>
    </MissingContent>
  );
}
