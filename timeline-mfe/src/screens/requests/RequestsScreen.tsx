import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import type { CareRequest } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import {
  EmptyState,
  FetchedContent,
  LinkButton,
  Note,
  PanelScreen,
  Stack,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { isUnreadReply, OPENS, planPath, requestPaths } from 'shared-ui/contract';
import { dismissEventsAbout, EmergencyNote } from 'shared-ui/details';
import { needPath } from '../../api/need-path.ts';
import { useNavigationState } from '../../components/useNavigationState.ts';
import type { SentState } from './NewRequestScreen.tsx';
import { RequestItem } from './RequestItem.tsx';
import { useRequests, words } from './useRequests.ts';

/** `/profile/:profileId/requests`: the profile's requests with their status and replies. */
export default function RequestsScreen() {
  const t = useText(words);
  const profile = useProfile();
  return (
    <PanelScreen title={profile.isOwn ? t('list.mine') : t('list.theirs', { name: profile.firstName })}>
      <Stack $gap={16}>
        <EmergencyNote />
        <Requests profileId={profile.id} />
      </Stack>
    </PanelScreen>
  );
}

/** Marks the replies that the list shows as read. Returns the requests whose replies were unread. */
function useNewReplies(profileId: number, requests: CareRequest[]): ReadonlySet<string> {
  const events = useStore((state) => state.events.list);
  const [found, setFound] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const shown = new Set(requests.filter(({ replies }) => replies.length > 0).map(({ id }) => id));
    const unread = events
      .filter((event) => isUnreadReply(event, profileId))
      .flatMap(({ requestId }) => (requestId !== undefined && shown.has(requestId) ? [requestId] : []));
    if (unread.length === 0) return;
    setFound((before) => new Set([...before, ...unread]));
    for (const id of unread) void dismissEventsAbout(id);
  }, [events, profileId, requests]);
  return found;
}

function Requests({ profileId }: { profileId: number }) {
  const t = useText(words);
  const { permissions } = useProfile();
  const justSent = useNavigationState<SentState>()?.sent ?? null;
  const { state, requests, refusal, retry } = useRequests(profileId);
  const newReplies = useNewReplies(profileId, requests);
  if (refusal !== null) return <EmptyState title={t('list.refused')} text={refusal} />;
  const askLinks = (
    <Stack $gap={8}>
      <LinkButton to={needPath(profileId)}>{t('need.title')}</LinkButton>
      <LinkButton variant="ghost" to={requestPaths.create(profileId, 'question')}>
        {t('list.ask')}
      </LinkButton>
      {(!permissions || OPENS.care(permissions)) && (
        <LinkButton variant="plain" compact to={planPath(profileId)}>
          {t('list.questions')}
        </LinkButton>
      )}
    </Stack>
  );
  return (
    <>
      {justSent !== null && !requests[0]?.replies.length && (
        <Note tone="success" live="status">
          {t(`list.asked.${justSent}`)}
        </Note>
      )}
      <FetchedContent
        loading={state}
        isEmpty={requests.length === 0}
        failed={t('list.failed')}
        failedText={t('list.nothingLost')}
        retry={retry}
        empty={
          <EmptyState icon={<MessageCircleQuestionMark />} title={t('list.empty')} text={t('list.emptyText')}>
            {askLinks}
          </EmptyState>
        }
      >
        <Stack as="ul">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestItem request={request} hasNewReply={newReplies.has(request.id)} />
            </li>
          ))}
        </Stack>
        {askLinks}
      </FetchedContent>
    </>
  );
}
