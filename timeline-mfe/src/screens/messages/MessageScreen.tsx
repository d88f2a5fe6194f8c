import { useParams } from 'react-router-dom';
import { EVENT_TYPE, PanelScreen, useDismissOnLeave, useProfile, useStore, useText } from 'shared-ui';
import { words } from '../../words.ts';
import { CovidMessage } from './CovidMessage.tsx';

/**
 * The COVID-19 precautionary message, both for the message list and for a single message
 * (docs/product-rules.md#the-app). Its event becomes VIEWED when the user leaves.
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
  const mine = profile.isOwn ? t('message.mine') : t('message.theirs', { name: profile.firstName });
  return (
    <PanelScreen title={messageId === undefined ? mine : (event?.name ?? t('message.covid.title'))}>
      <CovidMessage event={event} isNamed={messageId === undefined} />
    </PanelScreen>
  );
}
