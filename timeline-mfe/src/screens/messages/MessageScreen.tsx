import { useParams } from 'react-router-dom';
import {
  EmptyState,
  EVENT_TYPE,
  PanelScreen,
  runtimeConfig,
  useDismissOnLeave,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { EventText, FetchedEvent } from '../../components/EventText.tsx';
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
  const none = <EmptyState title={t('message.none')} text={t('message.noneText')} />;
  return (
    <PanelScreen title={isNamed ? mine : title}>
      {isDemo && !event ? (
        <CovidMessage isNamed={isNamed} />
      ) : (
        <FetchedEvent id={messageId} none={none} isEmpty={!event}>
          {event && <EventText event={event} isNamed={isNamed} />}
        </FetchedEvent>
      )}
    </PanelScreen>
  );
}
